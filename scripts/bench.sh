#!/bin/sh
# SPDX-License-Identifier: MIT
# Sweeps workloads over policies, memory sizes and seeds; see `scripts/bench.sh --help`.
here=$(dirname "$0")
exec "$here/python" "$here/bench.py" "$@"
