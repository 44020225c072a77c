#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/vm/fetch.sh - Debian's arm64 kernel and libraries for the guests.
#
# Usage: tests/vm/fetch.sh DIR
#
# Downloads the packages into DIR/debs and unpacks them into DIR/root, once.
# They come from where apt here gets Debian, through its settings, but with
# lists of their own: nothing of this machine's apt or dpkg changes. Status
# 77: they cannot be had here.

set -euo pipefail

suite=bookworm
packages='busybox-static libc6 libudev1 libpfm4 libpfm4-dev libjansson4
	libjansson-dev libhwloc15 libhwloc-dev check libsubunit-dev'
# The kernel's own name changes with its version.
kernel=linux-image-cloud-arm64
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

skip() {
	echo "fetch: $*" >&2
	exit 77
}

# Where apt here gets $suite, else nothing. Updates of it come and go while a
# download is under way; the release itself stays.
mirror() {
	# shellcheck disable=SC2016 # apt's variables, not the shell's
	apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' \
		'Created-By: Packages' 2>/dev/null |
		awk -v suite="$suite" '$1 == suite && $2 == "main" && !seen++ {
			print $3 }'
}

# An apt that knows arm64 only, and has all that it writes below $apt.
write_settings() {
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$debs"
	: >"$apt/status"
	echo "deb [signed-by=$keyring] $1 $suite main" >"$apt/sources.list"
	cat >"$apt/apt.conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "$apt";
Dir::State::status "$apt/status";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt/cache";
END
}

download() {
	local real

	timeout 120 apt-get -qq update || return
	real=$(apt-cache depends "$kernel" |
		sed -n 's/^ *Depends: //p' | head -n 1)
	[ -n "$real" ] || return
	# A list of words.
	# shellcheck disable=SC2086
	(cd "$debs" && timeout 300 apt-get -qq download $packages "$real")
}

unpack() {
	local deb

	rm -rf "$dir/root.new"
	for deb in "$debs"/*.deb; do
		dpkg -x "$deb" "$dir/root.new"
	done
	rm -rf "$dir/root"
	mv "$dir/root.new" "$dir/root"
}

dir=$(readlink -m "$1")
debs=$dir/debs
apt=$dir/apt
stamp=$dir/fetched
wanted="$suite $kernel $packages"

if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
	exit 0
fi
command -v apt-get >/dev/null || skip "no apt-get: this needs Debian"
[ -e "$keyring" ] || skip "no $keyring"
uri=$(mirror)
[ -n "$uri" ] || skip "apt here has no source of Debian's $suite"
rm -rf "$debs"
write_settings "$uri"
export APT_CONFIG=$apt/apt.conf
download || skip "cannot download Debian's arm64 packages from $uri"
unpack
rm -rf "$apt"
echo "$wanted" >"$stamp"
