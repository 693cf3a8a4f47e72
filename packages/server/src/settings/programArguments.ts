import { join } from 'node:path'

/**
 * Node's arguments for our programs. Young objects may take 8 MB before they are collected: with 16 MB a program used
 * 15 MB more memory and no measurably less processor time; with 4 MB an order took more processor time. Old objects may
 * take 256 MB, of which a program needs 40 MB: the smaller that limit, the sooner garbage is collected. Without a limit,
 * 80 MB of garbage were measured under load. Compiled code is cached between starts.
 */
export const programArguments: readonly string[] = [
  '--max-semi-space-size=8',
  '--max-old-space-size=256',
  '--import',
  join(import.meta.dirname, '../compileCache.mjs'),
]
