import { join } from 'node:path'

/**
 * Node's arguments for our programs. Young objects may take 16 MB before they are collected: with 4 MB a program uses
 * 13 MB less memory, and a fifth more processor time for an order. Old objects may take 256 MB, of which a program
 * needs 40 MB: the smaller that limit, the sooner garbage is collected. Without a limit, 80 MB of garbage were measured
 * under load. Compiled code is cached between starts.
 */
export const programArguments: readonly string[] = [
  '--max-semi-space-size=16',
  '--max-old-space-size=256',
  '--import',
  join(import.meta.dirname, '../compileCache.mjs'),
]
