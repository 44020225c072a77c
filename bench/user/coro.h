/* SPDX-License-Identifier: MIT */
/*
 * bench/user/coro.h - the smallest coroutines: a stack each, and a switch of
 * the registers that a function must preserve.
 */
#ifndef BENCH_USER_CORO_H
#define BENCH_USER_CORO_H

#include <harness/bench.h>

#include <sys/mman.h>

#define CORO_STACK_BYTES 65536
#define CORO_GUARD_BYTES 4096

#if defined(__x86_64__)
#define CORO_HAVE 1
#define CORO_ENTER_ "pushq %rbp; pushq %rbx; pushq %r12; pushq %r13\n"	\
		    "pushq %r14; pushq %r15\n"
#define CORO_STACK_ "movq %rsp, (%rdi); movq %rsi, %rsp\n"
/* A return would be predicted to go back to the caller. */
#define CORO_LEAVE_ "popq %r15; popq %r14; popq %r13; popq %r12\n"	\
		    "popq %rbx; popq %rbp; popq %rcx; jmp *%rcx\n"
#define CORO_SAVE_FP_ "leaq -8(%rsp), %rsp\n"				\
		      "stmxcsr (%rsp); fnstcw 4(%rsp)\n"
#define CORO_LOAD_FP_ "ldmxcsr (%rsp); fldcw 4(%rsp)\n"			\
		      "leaq 8(%rsp), %rsp\n"
#define CORO_START_ "movq %r12, %rdi; call *%r13; ud2\n"
/* From the lowest: r15, r14, r13, r12, rbx, rbp, where to go on. */
enum { CORO_FUNCTION = 2, CORO_ARG = 3, CORO_PC = 6, CORO_WORDS = 10 };
#elif defined(__aarch64__)
#define CORO_HAVE 1
#define CORO_ENTER_ "sub sp, sp, #96\n"					\
		    "stp x19, x20, [sp]; stp x21, x22, [sp, #16]\n"	\
		    "stp x23, x24, [sp, #32]; stp x25, x26, [sp, #48]\n" \
		    "stp x27, x28, [sp, #64]; stp x29, x30, [sp, #80]\n"
#define CORO_STACK_ "mov x9, sp; str x9, [x0]; mov sp, x1\n"
#define CORO_LEAVE_ "ldp x19, x20, [sp]; ldp x21, x22, [sp, #16]\n"	\
		    "ldp x23, x24, [sp, #32]; ldp x25, x26, [sp, #48]\n" \
		    "ldp x27, x28, [sp, #64]; ldp x29, x30, [sp, #80]\n" \
		    "add sp, sp, #96; ret\n"
#define CORO_SAVE_FP_ "sub sp, sp, #80; mrs x9, fpcr; str x9, [sp, #64]\n" \
		      "stp d8, d9, [sp]; stp d10, d11, [sp, #16]\n"	\
		      "stp d12, d13, [sp, #32]; stp d14, d15, [sp, #48]\n"
#define CORO_LOAD_FP_ "ldr x9, [sp, #64]; msr fpcr, x9\n"		\
		      "ldp d8, d9, [sp]; ldp d10, d11, [sp, #16]\n"	\
		      "ldp d12, d13, [sp, #32]; ldp d14, d15, [sp, #48]\n" \
		      "add sp, sp, #80\n"
#define CORO_START_ "mov x0, x20; blr x19; brk #1\n"
/* From the lowest: x19 to x28, the frame pointer, where to go on. */
enum { CORO_FUNCTION = 0, CORO_ARG = 1, CORO_PC = 11, CORO_WORDS = 16 };
#else
#define CORO_HAVE 0
#endif

#if CORO_HAVE
/*
 * Both keep the stack pointer of the running coroutine in *@from and go on
 * where @to was kept. coro_switch_gp leaves alone the floating-point registers
 * and modes that the ABI wants preserved; coro_switch_abi saves them too.
 */
void coro_switch_gp(void **from, void *to);
void coro_switch_abi(void **from, void *to);
void coro_start(void);

#define CORO_FUNCTION_(name, body)					\
	__asm__(".text\n.balign 64\n.globl " #name "\n"			\
		".hidden " #name "\n.type " #name ", %function\n"	\
		#name ":\n" body ".size " #name ", . - " #name "\n")

CORO_FUNCTION_(coro_switch_gp, CORO_ENTER_ CORO_STACK_ CORO_LEAVE_);
CORO_FUNCTION_(coro_switch_abi, CORO_ENTER_ CORO_SAVE_FP_ CORO_STACK_
	       CORO_LOAD_FP_ CORO_LEAVE_);
CORO_FUNCTION_(coro_start, CORO_START_);

static inline void coro_switch(void **from, void *to, bool fp)
{
	if (fp)
		coro_switch_abi(from, to);
	else
		coro_switch_gp(from, to);
}

/* Return: the lowest address of a stack with a guard below, or MAP_FAILED. */
static inline char *coro_stack(void)
{
	char *low = mmap(NULL, CORO_STACK_BYTES, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);

	if (low != MAP_FAILED)
		mprotect(low, CORO_GUARD_BYTES, PROT_NONE);
	return low;
}

/*
 * What a first switch goes to: @fn(@arg) on the stack at @low, which never
 * returns. The stacks of neighbours begin at different cache sets, by @index.
 * With @fp it is for coro_switch_abi, and gets the modes of the caller.
 */
static inline void *coro_make(char *low, uint32_t index, bool fp,
			      void (*fn)(void *arg), void *arg)
{
	char *top = low + CORO_STACK_BYTES - index % 16 * 256;
	void **sp = (void **)top - CORO_WORDS;

	sp[CORO_FUNCTION] = (void *)fn;
	sp[CORO_ARG] = arg;
	sp[CORO_PC] = (void *)coro_start;
	if (!fp)
		return sp;
#if defined(__x86_64__)
	__asm__ volatile("stmxcsr -8(%0); fnstcw -4(%0)" : : "r"(sp) :
			 "memory");
	return sp - 1;
#else
	__asm__ volatile("mrs x9, fpcr; str x9, [%0, #-16]" : : "r"(sp) :
			 "x9", "memory");
	return sp - 10;
#endif
}
#endif

#endif
