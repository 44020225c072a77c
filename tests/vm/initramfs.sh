#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/vm/initramfs.sh - pack the guests' file system.
#
# Usage: tests/vm/initramfs.sh ROOT BUILD OUT
#
# ROOT: unpacked arm64 packages; BUILD: this project built for arm64; OUT: the
# archive. The tests look for the tree and BUILD under their own paths, so
# these exist in the guest.

set -euo pipefail

root=$1
build=$(readlink -m "$2")
out=$(readlink -m "$3")
tree=$(cd "$(dirname "$0")/../.." && pwd)
lib=$root/usr/lib/aarch64-linux-gnu
libc=$root/lib/aarch64-linux-gnu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# What is opened by name at run time stands in no list of needed libraries.
put_libraries() {
	local name

	mkdir -p "$dir/lib/aarch64-linux-gnu"
	for name in libc.so.6 libm.so.6 libpthread.so.0 librt.so.1 libdl.so.2; do
		cp -L "$libc/$name" "$dir/lib/aarch64-linux-gnu/"
	done
	cp -L "$libc/ld-linux-aarch64.so.1" "$dir/lib/"
	for name in libjansson.so.4 libhwloc.so.15 libpfm.so.4 libudev.so.1; do
		cp -L "$lib/$name" "$dir/lib/aarch64-linux-gnu/"
	done
}

put_busybox() {
	local name

	mkdir -p "$dir/bin"
	cp "$root/bin/busybox" "$dir/bin/"
	for name in "$@"; do
		ln -s busybox "$dir/bin/$name"
	done
}

# $1 -> $2, without debug information
strip_into() {
	mkdir -p "$(dirname "$2")"
	aarch64-linux-gnu-strip -o "$2" "$1"
}

put_harness() {
	local plugin

	strip_into "$build/bin/harness" "$dir/opt/bin/harness"
	while read -r plugin; do
		strip_into "$build/lib/$plugin" "$dir/opt/lib/$plugin"
	done < <(cd "$build/lib" && find . -name '*.so')
}

put_tests() {
	strip_into "$build/hog" "$dir/opt/hog"
	strip_into "$build/tests/check" "$dir/opt/check"
	mkdir -p "$dir$tree/tests" "$dir$build/bin" "$dir$build/tests"
	cp -r "$tree"/tests/{data,machines,golden,fuzz} "$dir$tree/tests/"
	cp -r "$tree/Documentation" "$dir$tree/"
	cp -r "$build/tests/plugins" "$dir$build/tests/"
	ln -s "$build/tests/plugins" "$dir/opt/plugins"
	ln -s /opt/bin/harness "$dir$build/bin/harness"
	ln -s /opt/lib "$dir$build/lib"
}

put_scripts() {
	mkdir -p "$dir/vm"
	cp "$tree"/tests/vm/guest-* "$dir/vm/"
	cp "$tree/tests/vm/guest-init.sh" "$dir/init"
}

put_users() {
	mkdir -p "$dir/etc" "$dir/proc" "$dir/sys" "$dir/dev" "$dir/tmp"
	chmod 1777 "$dir/tmp"
	echo 'root:x:0:0::/:/bin/sh' >"$dir/etc/passwd"
	echo 'nobody:x:65534:65534::/:/bin/sh' >>"$dir/etc/passwd"
}

chmod 755 "$dir"
put_libraries
put_busybox awk cat chmod chown cut env grep head kill ln ls mkdir mount poweroff \
	rm sed sh sleep sort start-stop-daemon tail timeout tr uniq wc xargs
put_harness
put_tests
put_scripts
put_users
(cd "$dir" && find . | LC_ALL=C sort | cpio --quiet -R 0:0 -o -H newc) >"$out"
