/**
 * The first variables of a program of ours, for the allocator of Linux (glibc; another ignores them). Without them it
 * keeps a pool for each thread, in which memory that the compiler and the sockets freed lies in pieces too small for
 * any use: 20 to 40 MB under load.
 */
export const programVariables: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
