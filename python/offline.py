"""Runs a command in a network namespace: brings the loopback interface up first, which workers and kernels talk over."""

import fcntl
import os
import socket
import struct
import sys

IFF_UP, SIOCSIFFLAGS = 1, 0x8914
with socket.socket() as probe:
    fcntl.ioctl(probe, SIOCSIFFLAGS, struct.pack("16sh", b"lo", IFF_UP))
os.execvp(sys.argv[1], sys.argv[1:])
