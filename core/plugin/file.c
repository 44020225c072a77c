/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/file.c - whether a file can be a plugin.
 */
#include "plugin/file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "machine/limits.h"
#include "util/input.h"
#include "util/sha256.h"
#include "util/why.h"

/* The header of this program itself, provided by the linker. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

/* struct elf_file - an open file and where to put what is wrong with it */
struct elf_file {
	int fd;
	uint64_t size;
	char *why;
	size_t len;
};

#define REFUSE(f, err, ...) why_set((f)->why, (f)->len, -(err), __VA_ARGS__)

static const char *file_kind(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFIFO:
		return "a FIFO";
	case S_IFSOCK:
		return "a socket";
	case S_IFCHR:
	case S_IFBLK:
		return "a device";
	case S_IFDIR:
		return "a directory";
	default:
		return "of an unknown kind";
	}
}

static int no_stat(struct elf_file *f, const char *path)
{
	int err = errno;
	struct stat st;

	if (err == ELOOP)
		return REFUSE(f, err, "its symbolic links lead in a circle");
	if (err == ENOENT && !lstat(path, &st) && S_ISLNK(st.st_mode))
		return REFUSE(f, err, "a symbolic link to nothing");
	return REFUSE(f, err, "cannot be examined: %s", strerror(err));
}

/* Looks before it opens: a FIFO would block, a device might act. */
static int open_file(struct elf_file *f, const char *path)
{
	char hint[LIMITS_TEXT];
	struct stat st;

	if (stat(path, &st))
		return no_stat(f, path);
	if (!S_ISREG(st.st_mode))
		return REFUSE(f, ENOEXEC, "it is %s, not a regular file",
			      file_kind(st.st_mode));
	f->size = st.st_size;
	f->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (f->fd < 0)
		return REFUSE(f, errno, "cannot be read: %s%s", strerror(errno),
			      limits_text(-errno, "", hint));
	return 0;
}

static int check_mount(struct elf_file *f)
{
	struct statvfs vfs;

	if (!fstatvfs(f->fd, &vfs) && (vfs.f_flag & ST_NOEXEC))
		return REFUSE(f, ENOEXEC,
			      "its file system is mounted noexec: move it, or "
			      "remount with exec");
	return 0;
}

/* Return: bytes read, fewer than @len at the end of the file; or -errno */
static ssize_t read_at(struct elf_file *f, uint64_t offset, void *buf,
		       size_t len)
{
	ssize_t n;

	do {
		n = pread(f->fd, buf, len, offset);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return REFUSE(f, errno, "cannot be read: %s", strerror(errno));
	return n;
}

static const char *machine_name(unsigned int machine, char *buf, size_t len)
{
	static const struct {
		unsigned int machine;
		const char *name;
	} names[] = {
		{ EM_X86_64, "x86-64" },   { EM_386, "i386" },
		{ EM_AARCH64, "aarch64" }, { EM_ARM, "arm" },
		{ EM_RISCV, "riscv" },	   { EM_PPC64, "ppc64" },
		{ EM_S390, "s390" },	   { EM_MIPS, "mips" },
		{ 258, "loongarch" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (names[i].machine == machine)
			return names[i].name;
	}
	snprintf(buf, len, "ELF machine %u", machine);
	return buf;
}

static int check_machine(struct elf_file *f, const ElfW(Ehdr) * e)
{
	const unsigned char *ident = __ehdr_start.e_ident;
	char theirs[32], ours[32];

	if (e->e_ident[EI_DATA] != ident[EI_DATA])
		return REFUSE(f, ENOEXEC,
			      "built for a machine of the other byte order");
	if (e->e_machine != __ehdr_start.e_machine)
		return REFUSE(f, ENOEXEC,
			      "built for another machine: %s, this harness is "
			      "%s",
			      machine_name(e->e_machine, theirs,
					   sizeof(theirs)),
			      machine_name(__ehdr_start.e_machine, ours,
					   sizeof(ours)));
	if (e->e_ident[EI_CLASS] != ident[EI_CLASS])
		return REFUSE(f, ENOEXEC,
			      "built for %d-bit programs, this harness has %d",
			      e->e_ident[EI_CLASS] == ELFCLASS32 ? 32 : 64,
			      ident[EI_CLASS] == ELFCLASS32 ? 32 : 64);
	if (e->e_type != ET_DYN)
		return REFUSE(f, ENOEXEC,
			      "an ELF file, but no shared object (link it with "
			      "-shared)");
	return 0;
}

static int read_header(struct elf_file *f, ElfW(Ehdr) * e)
{
	ssize_t n = read_at(f, 0, e, sizeof(*e));

	if (n < 0)
		return n;
	if (!n)
		return REFUSE(f, ENOEXEC, "it is empty");
	if (n < SELFMAG || memcmp(e->e_ident, ELFMAG, SELFMAG))
		return REFUSE(f, ENOEXEC, "not an ELF file");
	if ((size_t)n < sizeof(*e))
		return REFUSE(f, ENOEXEC,
			      "truncated: its header is not complete");
	return check_machine(f, e);
}

static int truncated(struct elf_file *f, uint64_t end)
{
	return REFUSE(f, ENOEXEC,
		      "truncated: it has %ju bytes, its headers speak of %ju",
		      (uintmax_t)f->size, (uintmax_t)end);
}

/* Whether @offset + @len lies beyond the end, without overflow */
static bool beyond(const struct elf_file *f, uint64_t offset, uint64_t len)
{
	return offset > f->size || len > f->size - offset;
}

static int check_segments(struct elf_file *f, const ElfW(Ehdr) * e)
{
	for (unsigned int i = 0; i < e->e_phnum; i++) {
		uint64_t at = e->e_phoff + (uint64_t)i * sizeof(ElfW(Phdr));
		ElfW(Phdr) p;
		ssize_t n = beyond(f, at, sizeof(p)) ?
				    0 :
				    read_at(f, at, &p, sizeof(p));

		if (n < 0)
			return n;
		if ((size_t)n < sizeof(p))
			return truncated(f, at + sizeof(p));
		if (p.p_type == PT_LOAD && beyond(f, p.p_offset, p.p_filesz))
			return truncated(f, p.p_offset + p.p_filesz);
	}
	return 0;
}

/* The section table is what a linker writes last. */
static int check_extent(struct elf_file *f, const ElfW(Ehdr) * e)
{
	uint64_t sections = (uint64_t)e->e_shnum * e->e_shentsize;

	if (e->e_phentsize != sizeof(ElfW(Phdr)) || !e->e_phnum)
		return REFUSE(f, ENOEXEC, "an ELF file without segments");
	if (e->e_shoff && beyond(f, e->e_shoff, sections))
		return truncated(f, e->e_shoff + sections);
	return check_segments(f, e);
}

int plugin_file_check(const char *path, char *why, size_t len)
{
	struct elf_file f = { .why = why, .len = len };
	ElfW(Ehdr) header;
	int err = open_file(&f, path);

	if (err)
		return err;
	err = check_mount(&f);
	if (!err)
		err = read_header(&f, &header);
	if (!err)
		err = check_extent(&f, &header);
	close(f.fd);
	return err;
}

#define MOST_BYTES ((size_t)64 << 20)

int plugin_file_hash(const char *path, char hash[PLUGIN_HASH_LEN])
{
	char hex[SHA256_HEX_LEN], *text;
	size_t len;
	int err = input_read(path, MOST_BYTES, true, &text, &len);

	if (err)
		return err;
	sha256_hex(text, len, hex);
	free(text);
	snprintf(hash, PLUGIN_HASH_LEN, "%.*s", PLUGIN_HASH_LEN - 1, hex);
	return 0;
}
