"""The commands about games other than CATAN."""
