/* SPDX-License-Identifier: MIT */
/*
 * core/run/work_touch.c - dirty the registers that a switch has to save.
 */
#include "run/work_touch.h"

#include <errno.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "run/work.h"

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
	return touch ? "not known how to on this architecture" : NULL;
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

void work_touch(int touch)
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
