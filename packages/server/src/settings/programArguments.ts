import { join } from 'node:path'

/**
 * Node's arguments for our programs. Young objects may take 4 MB before they are collected: with 8 MB an exchange used
 * 8 MB more memory after 880 whole orders, and the same processor time for an order that is placed. Old objects may take
 * 256 MB, of which a program needs 46 MB: the smaller that limit, the sooner garbage is collected. Without a limit, 80 MB
 * of garbage were measured under load. V8 has one thread beside the one that answers: with its four it took both cores
 * of a small machine for some 80 ms each three seconds, to mark what is garbage, and whoever called meanwhile waited.
 * No object begins as an old one: where V8 guessed that some live long, each kept all young ones that it points at. Of ten
 * exchanges under load, five guessed so until their end, and took up to twice the processor time for a quote.
 * Compiled code is cached between starts.
 */
export const programArguments: readonly string[] = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--v8-pool-size=1',
  '--no-allocation-site-pretenuring',
  '--import',
  join(import.meta.dirname, '../compileCache.mjs'),
]
