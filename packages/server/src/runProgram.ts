import { inspect } from 'node:util'
import { whenPackageManagerEnds } from './packageManager.ts'
import { printable } from './settings/printable.ts'
import { StartRefused } from './settings/StartRefused.ts'
import { VERSION } from './version.ts'

/** The part of node's `process` that ends a program. */
type Process = Pick<NodeJS.EventEmitter, 'on' | 'off'> & {
  exitCode?: NodeJS.Process['exitCode']
  readonly stderr: { write(text: string): unknown }
  exit?(): void
}

/** The time limit of a program that is built to be killed at any moment. */
export const ENDS_WITHIN_MS = 500

/** A second signal within this time of the first is the same one, passed on by a package manager, milliseconds. */
const SAME_SIGNAL_MS = 1_000

/** How long work that was asked to end may keep the process, milliseconds. */
const LAST_MS = 100

/**
 * Runs a program until its main returns. The first SIGINT or SIGTERM aborts the signal; another one more than a second
 * later ends the process at once, as by default. A refusal to start is printed as its sentence, any other error with
 * its stack; both leave exit code 1. A start that was asked to stop has not failed. A pending call to the outside does
 * not keep a process that was asked to stop. `--version` prints the version and ends.
 * @param options.endsWithinMs how long the process may run after the signal, milliseconds; by default as long as main
 * takes
 */
export async function runProgram(
  main: (stopped: AbortSignal) => Promise<void>,
  process: Process = globalThis.process,
  { endsWithinMs }: { endsWithinMs?: number | undefined } = {},
): Promise<void> {
  if (globalThis.process.argv.includes('--version')) {
    globalThis.process.stdout.write(`Cambio ${VERSION}\n`)
    return
  }
  const stop = new AbortController()
  const stopListening = () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
  const onSignal = () => {
    if (stop.signal.aborted) return
    stop.abort()
    setTimeout(stopListening, SAME_SIGNAL_MS).unref()
    if (endsWithinMs !== undefined) exitWithin(process, endsWithinMs)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  whenPackageManagerEnds(onSignal)
  try {
    await main(stop.signal)
  } catch (error) {
    if (stop.signal.aborted && error instanceof StartRefused) {
      process.stderr.write('Stopped before it had started.\n')
      return
    }
    process.stderr.write(`${printable(error instanceof StartRefused ? error.message : inspect(error))}\n`)
    process.exitCode = 1
  } finally {
    stopListening()
    if (stop.signal.aborted) setTimeout(() => process.exit?.(), LAST_MS).unref()
  }
}

/**
 * Ends a process at the latest this long after a signal. Under load each turn of the event loop is long: the signal may
 * be handled one turn late, and the timer another. Both are subtracted, and so is the turn that measures this.
 */
function exitWithin(process: Process, withinMs: number): void {
  const exit = () => process.exit?.()
  const heardAt = performance.now()
  setTimeout(exit, withinMs).unref()
  setTimeout(() => {
    const turnMs = performance.now() - heardAt
    const leftMs = withinMs - 3 * turnMs
    if (leftMs <= 0) exit()
    else setTimeout(exit, leftMs).unref()
  }).unref()
}
