/* SPDX-License-Identifier: MIT */
/*
 * core/plugin/loader.c - open one plugin in this process and check it.
 */
#include "plugin/loader.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "plugin/check.h"
#include "plugin/file.h"
#include "util/why.h"

#define SYMBOL "harness_bench"
/* abi and size, for ever */
#define PREFIX_SIZE (2 * sizeof(uint32_t))

/* dlerror() without the path in front, which the caller names anyway. */
static const char *loader_reason(const char *path)
{
	const char *text = dlerror();
	size_t len = strlen(path);

	if (!text)
		return "the dynamic loader gives no reason";
	if (!strncmp(text, path, len) && !strncmp(text + len, ": ", 2))
		return text + len + 2;
	return text;
}

/*
 * Bytes that the symbol table grants the object: SIZE_MAX if it does not say,
 * 0 if it is no object.
 */
static size_t object_size(const void *object)
{
#ifdef __GLIBC__
	const ElfW(Sym) *sym = NULL;
	Dl_info info;

	if (!dladdr1(object, &info, (void **)&sym, RTLD_DL_SYMENT) || !sym ||
	    info.dli_saddr != object)
		return SIZE_MAX;
	if (ELF32_ST_TYPE(sym->st_info) != STT_OBJECT)
		return 0;
	return sym->st_size;
#else
	(void)object;
	return SIZE_MAX;
#endif
}

/* A namesake may be anything; what is read must belong to the object. */
static int check_object(const void *object, char *why, size_t len)
{
	size_t size = object_size(object);
	uint32_t claimed;

	if (size < PREFIX_SIZE || (uintptr_t)object % _Alignof(struct bench))
		return why_set(why, len, -EINVAL,
			       "its symbol %s is no description (define it "
			       "with BENCH())",
			       SYMBOL);
	claimed = ((const struct bench *)object)->size;
	if (((const struct bench *)object)->abi == HARNESS_BENCH_ABI &&
	    claimed > size)
		return why_set(why, len, -EINVAL,
			       "its description says it has %u bytes, the "
			       "object has %zu",
			       claimed, size);
	return 0;
}

int plugin_load(const char *path, const char *name, struct bench *out,
		char *why, size_t len)
{
	const struct bench *raw;
	void *handle;
	int err;

	if (path[0] != '/')
		return why_set(why, len, -EINVAL, "its path is not absolute");
	err = plugin_file_check(path, why, len);
	if (err)
		return err;
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return why_set(why, len, -ENOEXEC, "cannot be loaded: %s",
			       loader_reason(path));
	raw = dlsym(handle, SYMBOL);
	if (!raw)
		return why_set(why, len, -ENOENT,
			       "not a plugin: it has no symbol %s (define it "
			       "with BENCH())",
			       SYMBOL);
	err = check_object(raw, why, len);
	return err ? err : plugin_check(raw, name, out, why, len);
}
