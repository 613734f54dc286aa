"""The worker pool, in this process or on Ray; runs any picklable job and knows no game."""
