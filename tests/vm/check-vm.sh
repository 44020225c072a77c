#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/vm/check-vm.sh - run this project on emulated arm64 machines.
#
# Usage: tests/vm/check-vm.sh DIR	(make check-vm: DIR is build/vm)
#
# Fetches a kernel and libraries, builds for arm64 and boots guests that have
# what this machine may lack: counters, two kinds of CPUs, packages, threads.
# Their clock is the number of instructions they have executed, so that counts
# are exact whatever the host does. Prints one line a check, and the counts.
# What is missing here is named, and then nothing is checked.

set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
dir=$(readlink -m "$1")
build=$dir/build
root=$dir/root
cross=aarch64-linux-gnu
passed=0
failed=0

skip() {
	echo "check-vm: skipped: $*"
	exit 0
}

need() {
	command -v "$1" >/dev/null ||
		skip "no $1; on Debian: scripts/install-deps --vm"
}

# As make does it for this machine, but with the libraries of the guests.
build_for_guests() {
	local lib=$root/usr/lib/$cross

	env -u MAKEFLAGS -u MAKEOVERRIDES -u MFLAGS -u MAKELEVEL \
		make -C "$tree" -j"$(getconf _NPROCESSORS_ONLN)" \
		O="$build" CC=$cross-gcc CFLAGS=-O2 WERROR=1 PKG_CONFIG=false \
		CPPFLAGS="-isystem $root/usr/include -isystem \
$root/usr/include/$cross" \
		LDFLAGS="-L$lib -Wl,-rpath-link,$lib:$root/lib/$cross" \
		TEST_LIBS='-lcheck -lsubunit -lrt -lm' all tests >"$dir/log" ||
		{ tail -n 30 "$dir/log"; return 1; }
	$cross-gcc -O2 -Wall -Wextra -Werror -o "$build/hog" "$here/hog.c"
	"$here/initramfs.sh" "$root" "$build" "$dir/initramfs"
}

# device_tree EDIT QEMU-ARGUMENTS...: $dir/EDIT.dtb
device_tree() {
	local dtb=$dir/$1.dtb

	qemu-system-aarch64 -nodefaults -display none "${@:2}" \
		-machine "dumpdtb=$dtb" 2>/dev/null
	"$here/devicetree.sh" "$1" "$dtb"
}

# boot NAME SCRIPT QEMU-ARGUMENTS...: in the background, two guests at a time;
# output in $dir/NAME.out; $append has more words for the kernel
append=
names=()
boot() {
	local name=$1 script=$2

	shift 2
	[ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n || :
	names+=("$name")
	timeout -k 5 200 qemu-system-aarch64 -nodefaults -no-user-config \
		-display none -serial "file:$dir/$name.out" -monitor none \
		-no-reboot -icount shift=0,sleep=off \
		-rtc clock=vm,base=2024-01-01 -seed 1 \
		-kernel "$root"/boot/vmlinuz-* -initrd "$dir/initramfs" \
		-append "console=ttyAMA0 panic=-1 quiet loglevel=2 nokaslr \
norandmaps vm=$script $append" "$@" </dev/null >"$dir/$name.log" 2>&1 &
}

# Prints a guest's checks and adds them to the counts.
report() {
	local name=$1 out=$dir/$1.out

	sed -i 's/\r$//' "$out"
	sed -n -e "s/^ok - /ok - $name: /p" -e "s/^not ok - /not ok - $name: /p" \
		-e '/^#/p' "$out"
	count "$out"
	if ! grep -qx 'vm: done 0' "$out"; then
		check "$name: the guest did what it should to its end" false
		tail -n 20 "$out" "$dir/$name.log" | sed 's/^/#   /'
	fi
}

# Adds a guest's checks to the counts.
count() {
	passed=$((passed + $(grep -c '^ok - ' "$1" || :)))
	failed=$((failed + $(grep -c '^not ok - ' "$1" || :)))
}

# check WHAT COMMAND...
check() {
	local what=$1

	shift
	if "$@"; then
		passed=$((passed + 1))
		echo "ok - $what"
	else
		failed=$((failed + 1))
		echo "not ok - $what"
	fi
}

n1=(-M virt -cpu neoverse-n1 -m 1G)
little=(-M "virt,gic-version=3" -cpu cortex-a53 -m 1G -smp 4)
threads=("${n1[@]}" -smp "8,sockets=2,cores=2,threads=2"
	-object "memory-backend-ram,id=m0,size=512M"
	-object "memory-backend-ram,id=m1,size=512M")
nodes=(-numa "node,nodeid=0,cpus=0-5,memdev=m0"
	-numa "node,nodeid=1,cpus=6-7,memdev=m1")
halves=(-numa "node,nodeid=0,cpus=0-3,memdev=m0"
	-numa "node,nodeid=1,cpus=4-7,memdev=m1")

boot_all() {
	boot tests tests "${n1[@]}" -smp 2
	boot count count "${n1[@]}"
	boot again count "${n1[@]}"
	boot basics basics "${n1[@]}" -smp 2
	boot no-table notable -M virt -cpu cortex-a72 -m 1G
	boot no-pmu nopmu -M virt -cpu max,pmu=off -m 1G
	boot denied denied "${n1[@]}"
	boot big.LITTLE biglittle "${little[@]}" -dtb "$dir/biglittle.dtb"
	boot places places "${threads[@]}" "${nodes[@]}" \
		-dtb "$dir/caches.dtb"
	append=isolcpus=6,7
	boot isolated isolated "${threads[@]}" "${halves[@]}"
	append=
	wait
}

report_all() {
	local name

	for name in "${names[@]}"; do
		report "$name"
	done
	check 'two boots with one seed: all counts are equal' \
		cmp "$dir/count.out" "$dir/again.out"
}

for tool in qemu-system-aarch64 $cross-gcc cpio fdtput; do
	need "$tool"
done
mkdir -p "$dir"
status=0
"$here/fetch.sh" "$dir" || status=$?
[ $status -ne 77 ] || skip "no packages for the guests"
[ $status -eq 0 ] || exit $status
build_for_guests
device_tree biglittle "${little[@]}"
device_tree caches "${threads[@]}" "${nodes[@]}"
boot_all
report_all
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
