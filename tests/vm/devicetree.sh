#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/vm/devicetree.sh - edit the device tree that QEMU makes for a guest.
#
# Usage: tests/vm/devicetree.sh biglittle|caches FILE
#
# biglittle: of 4 CPUs (-M virt,gic-version=3), 0-1 become Cortex-A53 and 2-3
#	Cortex-A72, each pair with a PMU of its own. QEMU runs them all alike.
# caches: 8 CPUs become 4 cores of 2 threads in 2 packages; in the first
#	package two cores share a last-level cache, the third has its own.

set -euo pipefail

file=$2

# put NODE PROPERTY NUMBERS...; name NODE PROPERTY STRING
put() {
	fdtput -t x "$file" "$1" "$2" "${@:3}"
}

name() {
	fdtput -t s "$file" "$1" "$2" "$3"
}

node() {
	fdtput -p -c "$file" "$1"
}

# A node of no contents: #cells of none, present.
flag() {
	fdtput -t x "$file" "$1" "$2"
}

phandle() {
	fdtget -t x "$file" "/cpus/cpu@$1" phandle
}

# core PATH CPU...: in the map of CPUs, a core of one or more threads
core() {
	local path=/cpus/cpu-map/$1 thread=0 cpu

	shift
	for cpu in "$@"; do
		if [ $# -gt 1 ]; then
			node "$path/thread$thread"
			put "$path/thread$thread" cpu "$(phandle "$cpu")"
		else
			node "$path"
			put "$path" cpu "$(phandle "$cpu")"
		fi
		thread=$((thread + 1))
	done
}

# Each interrupt of the tree gets a fourth number, 0: for CPUs of any kind.
widen_interrupts() {
	local n

	put "$1" '#interrupt-cells' 4
	for n in $(fdtget -l "$file" /); do
		# Three words an interrupt.
		# shellcheck disable=SC2046
		if fdtget -t x "$file" "/$n" interrupts >/dev/null 2>&1; then
			put "/$n" interrupts $(fdtget -t x "$file" "/$n" \
				interrupts | xargs -n 3 | sed 's/$/ 0/')
		fi
	done
}

# partition NAME PHANDLE CPU CPU: CPUs whose own interrupts belong together
partition() {
	local path=/intc@8000000/ppi-partitions/$1

	node "$path"
	put "$path" phandle "$2"
	put "$path" affinity "$(phandle "$3")" "$(phandle "$4")"
}

# model CPU MODEL CAPACITY
model() {
	name "/cpus/cpu@$1" compatible "arm,$2"
	put "/cpus/cpu@$1" capacity-dmips-mhz "$3"
}

# pmu MODEL PARTITION
pmu() {
	node "/pmu-$1"
	name "/pmu-$1" compatible "arm,$1-pmu"
	put "/pmu-$1" interrupts 1 7 4 "$2"
}

biglittle() {
	local n

	for n in $(fdtget -l "$file" / | grep -E '^(pmu|pcie@|virtio_mmio@)'); do
		fdtput -r "$file" "/$n"
	done
	fdtput -r "$file" /cpus/cpu-map /intc@8000000/its@8080000
	widen_interrupts /intc@8000000
	partition little 9000 0 1
	partition big 9001 2 3
	model 0 cortex-a53 1be
	model 1 cortex-a53 1be
	model 2 cortex-a72 400
	model 3 cortex-a72 400
	core cluster0/core0 0
	core cluster0/core1 1
	core cluster1/core0 2
	core cluster1/core1 3
	pmu cortex-a53 9000
	pmu cortex-a72 9001
}

# cache NAME PHANDLE BYTES CPU...: a second-level cache under these CPUs
cache() {
	local path=/cpus/$1 handle=$2 bytes=$3 cpu

	shift 3
	node "$path"
	put "$path" phandle "$handle"
	name "$path" compatible cache
	put "$path" cache-level 2
	flag "$path" cache-unified
	put "$path" cache-size "$bytes"
	put "$path" cache-line-size 40
	for cpu in "$@"; do
		put "/cpus/cpu@$cpu" next-level-cache "$handle"
	done
}

caches() {
	fdtput -r "$file" /cpus/cpu-map
	core socket0/cluster0/core0 0 1
	core socket0/cluster0/core1 2 3
	core socket0/cluster1/core0 4 5
	core socket1/cluster0/core0 6 7
	cache l2-a 9100 100000 0 1 2 3
	cache l2-b 9101 80000 4 5
	cache l2-c 9102 80000 6 7
}

"$1"
