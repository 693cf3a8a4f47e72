// @ts-check
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * Given to node by --import, before anything of a program is loaded: code that was compiled once, types stripped, is
 * kept beside the installed packages. A program starts in half the time then and needs 25 MB less, since node never
 * loads what strips types. Where nothing can be written, it starts as it would without. Not TypeScript, because that
 * would load just this.
 */

/** A program that is killed writes nothing at its end, so it does soon after its start, milliseconds. */
const FLUSH_MS = 3_000

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/cambio'))
setTimeout(flushCompileCache, FLUSH_MS).unref()
