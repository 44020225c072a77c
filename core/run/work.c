/* SPDX-License-Identifier: MIT */
/*
 * core/run/work.c - a working set, made and walked.
 */
#include "run/work.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/parse.h"
#include "util/rng.h"
#include "util/why.h"

/*
 * Dirty the registers that a switch has to save.
 */

#if defined(__x86_64__)

#define ARCH_REQ_XCOMP_PERM 0x1023
#define XFEATURE_XTILEDATA 18

static const char *unsupported(int touch)
{
	if (touch == WORK_TOUCH_VEC256 && !__builtin_cpu_supports("avx"))
		return "this CPU has no AVX";
	if (touch == WORK_TOUCH_VEC512 && !__builtin_cpu_supports("avx512f"))
		return "this CPU has no AVX-512";
	if (touch == WORK_TOUCH_AMX && work_touch_allow(touch))
		return "this CPU or kernel has no AMX tiles";
	if (touch == WORK_TOUCH_SVE)
		return "SVE is an extension of aarch64";
	return NULL;
}

int work_touch_allow(int touch)
{
	if (touch != WORK_TOUCH_AMX)
		return 0;
	return syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM,
		       XFEATURE_XTILEDATA) ?
		       -errno :
		       0;
}

static void touch_fp(void)
{
	__asm__ volatile("fld1\n\tfstp %%st(0)\n\taddsd %%xmm15, %%xmm15"
			 :
			 :
			 : "xmm15", "st");
}

__attribute__((target("avx"))) static void touch_vec256(void)
{
	__asm__ volatile("vxorps %%ymm15, %%ymm15, %%ymm15\n\t"
			 "vaddps %%ymm15, %%ymm15, %%ymm14"
			 :
			 :
			 : "xmm14", "xmm15");
}

/* The upper half of the registers, which no ABI saves. */
__attribute__((target("avx512f"))) static void touch_vec512(void)
{
	__asm__ volatile("vpternlogd $255, %%zmm31, %%zmm31, %%zmm31\n\t"
			 "vaddps %%zmm31, %%zmm31, %%zmm30"
			 :
			 :
			 : "memory");
}

/* Palette 1, one tile of 16 rows of 64 bytes, as ldtilecfg wants it. */
static void touch_amx(void)
{
	static const unsigned char config[64] __attribute__((aligned(64))) = {
		[0] = 1,
		[16] = 64,
		[48] = 16,
	};

	/* ldtilecfg (%0); tilezero tmm0 */
	__asm__ volatile(".byte 0xc4, 0xe2, 0x78, 0x49, 0x00\n\t"
			 ".byte 0xc4, 0xe2, 0x7b, 0x49, 0xc0"
			 :
			 : "a"(config)
			 : "memory");
}

#elif defined(__aarch64__)

#include <asm/hwcap.h>

static const char *unsupported(int touch)
{
	if (touch == WORK_TOUCH_SVE && !(getauxval(AT_HWCAP) & HWCAP_SVE))
		return "this CPU has no SVE";
	if (touch == WORK_TOUCH_VEC256 || touch == WORK_TOUCH_VEC512 ||
	    touch == WORK_TOUCH_AMX)
		return "these registers are an extension of x86";
	return NULL;
}

int work_touch_allow(int touch)
{
	(void)touch;
	return 0;
}

static void touch_fp(void)
{
	__asm__ volatile("fadd d31, d31, d31" : : : "v31");
}

/* ptrue p0.b; mov z31.b, p0/m, #1: past what the compiler is told. */
static void touch_sve(void)
{
	__asm__ volatile(".inst 0x2518e3e0\n\t.inst 0x0510403f"
			 :
			 :
			 : "v31", "memory");
}

#else

static const char *unsupported(int touch)
{
	return touch ? "not supported on this architecture" : NULL;
}

int work_touch_allow(int touch)
{
	(void)touch;
	return 0;
}

#endif

const char *work_unsupported(int touch)
{
	return unsupported(touch);
}

/* @touch: enum work_touch, one that work_unsupported() has nothing against. */
static void work_touch(int touch)
{
	switch (touch) {
#if defined(__x86_64__)
	case WORK_TOUCH_VEC256:
		touch_vec256();
		break;
	case WORK_TOUCH_VEC512:
		touch_vec512();
		break;
	case WORK_TOUCH_AMX:
		touch_amx();
		break;
#elif defined(__aarch64__)
	case WORK_TOUCH_SVE:
		touch_sve();
		break;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
	case WORK_TOUCH_FP:
		touch_fp();
		break;
#endif
	default:
		break;
	}
}

/*
 * The work hook as it is typed, and as it is printed.
 */

static const char *const patterns[] = {
	"seq", "stride", "random", "chase", NULL,
};

const char *const work_touch_words[] = {
	"none", "fp", "vec256", "vec512", "amx", "sve", NULL,
};

static int take_word(const char *word, struct work_spec *spec)
{
	uint64_t i;

	if (!parse_word(word, patterns, &i))
		spec->pattern = (int)i;
	else if (!strcmp(word, "read") || !strcmp(word, "write"))
		spec->write = word[0] == 'w';
	else if (!strcmp(word, "private") || !strcmp(word, "shared"))
		spec->shared = word[0] == 's';
	else
		return -EINVAL;
	return 0;
}

/* The words behind the sizes; @text is used up. */
static int take_words(char *text, struct work_spec *spec, char *why, size_t len)
{
	char *word, quoted[PARSE_QUOTE_LEN];

	while ((word = strsep(&text, ":")) != NULL)
		if (take_word(word, spec))
			return why_set(
				why, len, -EINVAL,
				"%s is not one of: seq, stride, random, chase, read, write, private, shared",
				parse_quote(word, quoted, sizeof(quoted)));
	return 0;
}

static int take_sizes(char *text, uint64_t *sizes, size_t *nr, char *why,
		      size_t len)
{
	char *item;

	while ((item = strsep(&text, ",")) != NULL) {
		int ret = parse_number(PARSE_BYTES, item, 0, WORK_MAX_BYTES,
				       &sizes[*nr]);

		if (ret) {
			parse_why(PARSE_BYTES, ret, 0, WORK_MAX_BYTES, why,
				  len);
			return ret;
		}
		(*nr)++;
	}
	return 0;
}

int work_parse(const char *text, uint64_t **sizes, size_t *nr,
	       struct work_spec *spec, char *why, size_t len)
{
	char *copy = strdup(text), *words = copy;
	uint64_t *v = calloc(strlen(text) + 1, sizeof(*v));
	int ret = copy && v ? 0 : -ENOMEM;

	*nr = 0;
	if (!ret)
		ret = take_sizes(strsep(&words, ":"), v, nr, why, len);
	if (!ret && words)
		ret = take_words(words, spec, why, len);
	free(copy);
	if (ret)
		free(v);
	else
		*sizes = v;
	return ret;
}

const char *work_text(const struct work_spec *spec, char *buf, size_t len)
{
	char size[32];

	snprintf(buf, len, "%s%s%s%s%s",
		 parse_text(PARSE_BYTES, spec->bytes, size, sizeof(size)),
		 spec->pattern ? ":" : "",
		 spec->pattern ? patterns[spec->pattern] : "",
		 spec->write ? ":write" : "", spec->shared ? ":shared" : "");
	return buf;
}

/* The same walk in every task and every run. */
#define ORDER_SEED 1

static uint64_t lines_of(const struct work_spec *spec)
{
	return (spec->bytes + WORK_LINE - 1) / WORK_LINE;
}

uint64_t work_shared_bytes(const struct work_spec *spec)
{
	return spec->shared ? lines_of(spec) * WORK_LINE : 0;
}

static int make_order(struct work *w)
{
	size_t *order = malloc(w->nr_lines * sizeof(*order));
	struct rng rng;

	w->order = malloc(w->nr_lines * sizeof(*w->order));
	if (!order || !w->order) {
		free(order);
		return -ENOMEM;
	}
	for (uint64_t i = 0; i < w->nr_lines; i++)
		order[i] = i;
	rng_seed(&rng, ORDER_SEED);
	rng_shuffle(&rng, order, w->nr_lines);
	for (uint64_t i = 0; i < w->nr_lines; i++)
		w->order[i] = (uint32_t)order[i];
	free(order);
	return 0;
}

static unsigned char *line(const struct work *w, uint32_t slot, uint64_t i)
{
	return w->sets + ((uint64_t)slot * w->nr_lines + i) * WORK_LINE;
}

/* Each line holds the number of the next one: one cycle through all. */
static void make_chain(struct work *w, uint32_t slot)
{
	for (uint64_t i = 0; i < w->nr_lines; i++) {
		uint64_t next = w->order[(i + 1) % w->nr_lines];

		memcpy(line(w, slot, w->order[i]), &next, sizeof(next));
	}
}

static int map_sets(struct work *w, void *shared)
{
	size_t bytes = (size_t)w->nr_slots * w->nr_lines * WORK_LINE;

	if (shared) {
		w->sets = shared;
		return 0;
	}
	w->sets = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (w->sets == MAP_FAILED) {
		w->sets = NULL;
		return -ENOMEM;
	}
	/* A working set costs the same whatever the system's setting is. */
	madvise(w->sets, bytes, MADV_NOHUGEPAGE);
	memset(w->sets, 0, bytes);
	return 0;
}

int work_start(const struct work_spec *spec, uint32_t nr_slots, void *shared,
	       struct work *out)
{
	bool by_lot = spec->pattern == WORK_RANDOM ||
		      spec->pattern == WORK_CHASE;
	int ret = 0;

	*out = (struct work){
		.spec = *spec,
		.nr_slots = shared ? 1 : nr_slots,
		.nr_lines = lines_of(spec),
	};
	if (!out->nr_lines)
		return 0;
	ret = map_sets(out, shared);
	if (!ret && by_lot)
		ret = make_order(out);
	for (uint32_t s = 0; s < out->nr_slots && !ret; s++)
		if (spec->pattern == WORK_CHASE)
			make_chain(out, s);
	if (ret)
		work_end(out);
	return ret;
}

void work_end(struct work *w)
{
	if (w->sets && !w->spec.shared)
		munmap(w->sets, (size_t)w->nr_slots * w->nr_lines * WORK_LINE);
	free(w->order);
	*w = (struct work){ 0 };
}

/* Reads or changes the second word of a line; the first is the chain's. */
static inline uint64_t visit(unsigned char *p, bool write)
{
	volatile uint64_t *word = (volatile uint64_t *)p + 1;

	if (write)
		*word += 1;
	return *word;
}

/* A prime that does not divide the number of lines reaches all of them. */
static uint64_t stride_of(uint64_t nr_lines)
{
	static const uint64_t primes[] = { 17, 13, 19 };

	for (size_t i = 0; i < sizeof(primes) / sizeof(*primes); i++)
		if (primes[i] < nr_lines && nr_lines % primes[i])
			return primes[i];
	return 1;
}

static void walk_stride(struct work *w, uint32_t slot, uint64_t step)
{
	uint64_t at = 0, sum = 0;

	for (uint64_t i = 0; i < w->nr_lines; i++) {
		sum += visit(line(w, slot, at), w->spec.write);
		at += step;
		if (at >= w->nr_lines)
			at -= w->nr_lines;
	}
	__asm__ volatile("" : : "r"(sum));
}

static void walk_random(struct work *w, uint32_t slot)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < w->nr_lines; i++)
		sum += visit(line(w, slot, w->order[i]), w->spec.write);
	__asm__ volatile("" : : "r"(sum));
}

static void walk_chain(struct work *w, uint32_t slot)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < w->nr_lines; i++) {
		unsigned char *p = line(w, slot, at);

		if (w->spec.write)
			visit(p, true);
		memcpy(&at, p, sizeof(at));
	}
	__asm__ volatile("" : : "r"(at));
}

void work_perform(struct work *w, uint32_t slot)
{
	if (w->nr_lines) {
		slot = slot < w->nr_slots ? slot : 0;
		if (w->spec.pattern == WORK_CHASE)
			walk_chain(w, slot);
		else if (w->spec.pattern == WORK_RANDOM)
			walk_random(w, slot);
		else
			walk_stride(w, slot,
				    w->spec.pattern == WORK_SEQ ?
					    1 :
					    stride_of(w->nr_lines));
	}
	if (w->spec.touch)
		work_touch(w->spec.touch);
}
