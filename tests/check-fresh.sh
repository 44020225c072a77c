#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/check-fresh.sh - prove the README's two commands on a fresh Debian 12.
#
# Usage: tests/check-fresh.sh [--load] DIR   as root; needs debootstrap and git
#
# Makes a minimal Debian in DIR, which must not exist yet, with nothing added
# but git, clones this repository into it and runs there what the README says:
# as root in root's home, which is closed to others, then as an ordinary user.
# With --load, all of it once more while stress-ng keeps every CPU busy.
# With HARNESS_FRESH_WORKTREE=1 it takes the files as they are, uncommitted.
# Debian comes from where this machine's apt gets it, or from $DEBIAN_MIRROR.

set -euo pipefail

suite=bookworm
tree=$(cd "$(dirname "$0")/.." && pwd)

fail() {
	echo "check-fresh: $*" >&2
	exit 1
}

# Where apt here gets $suite, else nothing.
apt_mirror() {
	# shellcheck disable=SC2016 # apt's variables, not the shell's
	apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' \
		'Created-By: Packages' 2>/dev/null |
		awk -v suite="$suite" '$1 == suite && $2 == "main" && !seen++ {
			print $3 }'
}

# The machine's proxy and time settings, so that the same downloads work.
copy_apt_settings() {
	apt-config dump |
		grep -E '^Acquire::((https?::)?Proxy|Check-(Date|Valid-Until)) ' \
			>"$1/etc/apt/apt.conf.d/90machine" || :
}

copy_tree() {
	if [ "${HARNESS_FRESH_WORKTREE:-}" = 1 ]; then
		mkdir "$1"
		git -C "$tree" ls-files -z --cached --others \
			--exclude-standard --deduplicate |
			tar -C "$tree" --null --verbatim-files-from -T - -c |
			tar -C "$1" -x
	else
		git clone --quiet --no-local "$tree" "$1"
	fi
}

# The lines of the README that start with setting up, without sudo: the
# chroot has none and is root.
readme_commands() {
	sed -n -E 's/^[[:space:]]*(sudo )?(scripts\/install-deps.*&&.*)$/\2/p' \
		"$tree/README.md"
}

# in_chroot USER COMMAND
in_chroot() {
	local home=/root

	[ "$1" = root ] || home=/home/$1
	chroot --userspec="$1:$1" "$dir" /usr/bin/env -i HOME="$home" \
		TERM=dumb LC_ALL=C \
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		/bin/bash -euc "cd $home/harness && $2"
}

# In its own mount and process namespaces: all that is mounted or started in
# the chroot is gone when this script is.
inside() {
	mount -t proc proc "$dir/proc"
	mount -t sysfs sysfs "$dir/sys"
	mount --rbind /dev "$dir/dev"
	both_users
	if [ -n "$load" ]; then
		with_load both_users
	fi
}

both_users() {
	local user

	for user in root "$ordinary"; do
		while IFS= read -r command; do
			prove "$user" "$command"
		done < <(readme_commands)
	done
}

prove() {
	echo "check-fresh: as $1: $2" >&2
	in_chroot "$1" "$2" </dev/null | tee "$dir/output" ||
		fail "failed as $1: $2"
	case $2 in
	*'make check'*) grep -q '^100%: Checks: ' "$dir/output" ;;
	*) grep -q ' us/op' "$dir/output" ;;
	esac || fail "not the output expected of: $2"
}

# with_load COMMAND: beside twice as many that compute and some that write.
with_load() {
	local pid

	echo "check-fresh: the same on a busy machine" >&2
	stress-ng --cpu $((2 * $(nproc))) --io "$(nproc)" \
		--temp-path "$dir/tmp" >/dev/null 2>&1 &
	pid=$!
	"$@"
	kill "$pid"
	wait "$pid" || :
}

ordinary=somebody
load=
if [ "${1:-}" = --load ]; then
	load=$1
	shift
fi
[ $# -ge 1 ] || fail "usage: tests/check-fresh.sh [--load] DIR"
dir=$1
if [ "${2:-}" = --inside ]; then
	inside
	exit 0
fi

[ "$(id -u)" -eq 0 ] || fail "needs root"
[ ! -e "$dir" ] || fail "$dir exists; name a directory to be made"
command -v debootstrap >/dev/null || fail "debootstrap is not installed"
[ -z "$load" ] || command -v stress-ng >/dev/null ||
	fail "stress-ng is not installed"
[ "$(readme_commands | wc -l)" -eq 2 ] ||
	fail "README.md does not show two commands with scripts/install-deps"
mirror=${DEBIAN_MIRROR:-$(apt_mirror)}
[ -n "$mirror" ] || fail "apt here has no $suite: set DEBIAN_MIRROR"

mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
debootstrap --variant=minbase --include=git,ca-certificates "$suite" "$dir" \
	"$mirror" >&2
copy_apt_settings "$dir"
chmod 700 "$dir/root"
copy_tree "$dir/root/harness"
chroot "$dir" /usr/sbin/useradd --create-home --user-group "$ordinary"
chmod 700 "$dir/home/$ordinary"
copy_tree "$dir/home/$ordinary/harness"
chroot "$dir" /bin/chown -R "$ordinary:$ordinary" "/home/$ordinary/harness"
unshare --mount --pid --fork --propagation private \
	"$tree/tests/check-fresh.sh" ${load:+"$load"} "$dir" --inside
echo "check-fresh: both commands of the README work on a fresh Debian" >&2
