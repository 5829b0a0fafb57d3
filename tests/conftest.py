"""What all tests need: programs that can be interrupted, also where tests run in a shell's background."""

import contextlib
import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # which the programs that tests start would inherit
    with contextlib.suppress(ValueError):  # not the main thread: then whoever started us is
        signal.signal(signal.SIGINT, signal.default_int_handler)
