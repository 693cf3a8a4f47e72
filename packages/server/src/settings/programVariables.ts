/**
 * The variables that our programs are started with, for the allocator of Linux (glibc; others ignore them). Without
 * them it keeps a pool for each thread, in which memory freed by the compiler and the sockets stays in fragments too
 * small to use: 20 to 40 MB under load. The optimizing compiler takes its memory in pieces of 32 KB, 20 to 45 MB at once:
 * each is a mapping of its own, so that it goes back to the system when the compiler is done, whatever lies behind it.
 */
export const programVariables: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
