"""Settings for the whole suite."""

from hypothesis import settings

# The first example of many tests compiles a kernel, so no deadline; derandomised, so that CI is the same every time.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")
