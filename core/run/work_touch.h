/* SPDX-License-Identifier: MIT */
/*
 * core/run/work_touch.h - dirty the registers that a switch has to save.
 */
#ifndef CORE_RUN_WORK_TOUCH_H
#define CORE_RUN_WORK_TOUCH_H

/* @touch: enum work_touch, one that work_unsupported() has nothing against. */
void work_touch(int touch);

/* Once in every task before work_touch(). Return: 0 or a negative errno. */
int work_touch_allow(int touch);

#endif
