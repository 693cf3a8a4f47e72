import { inspect } from 'node:util'
import { whenPackageManagerEnds } from './packageManager.ts'
import { printable } from './settings/printable.ts'
import { StartRefused } from './settings/StartRefused.ts'
import { areThreadsBusy } from './threads.ts'
import { VERSION } from './version.ts'

/** The part of node's `process` that ends a program. */
type Process = Pick<NodeJS.EventEmitter, 'on' | 'off' | 'once' | 'removeAllListeners'> & {
  exitCode?: NodeJS.Process['exitCode']
  readonly stderr: { write(text: string): unknown }
  readonly pid?: number
  exit?(): void
  kill?(pid: number, signal: NodeJS.Signals): unknown
}

/**
 * The time limit of a program that is built to be killed at any moment, milliseconds: the one deadline of all that it
 * closes. A service lets requests and work go on for a part of it (`GRACE_MS`) and closes its database in the rest.
 */
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
 * takes. What has not ended then is cut off
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
    if (stop.signal.aborted) setTimeout(() => exitIfIdle(process, endsWithinMs), LAST_MS).unref()
  }
}

/** How often a process that ends looks how late its timers are, milliseconds. */
const LOOK_MS = 20

/**
 * Ends a process at the latest this long after a signal. Under load each turn of the event loop is long: the signal may
 * be handled one turn late, and the timer another. Both are subtracted, and so is the turn that measures this, as long as
 * the longest turn since the signal.
 */
function exitWithin(process: Process, withinMs: number): void {
  const heardAt = performance.now()
  let longestMs = 0
  const look = (dueAt: number) => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - dueAt)
    const leftMs = heardAt + withinMs - 3 * longestMs - now
    if (leftMs <= 0) return cutOff(process)
    const waitMs = Math.min(LOOK_MS, leftMs)
    setTimeout(look, waitMs, now + waitMs).unref()
  }
  setTimeout(look, 0, heardAt).unref()
}

/** Ends a process whose main has returned, unless its threads are busy: its deadline ends that one. */
function exitIfIdle(process: Process, endsWithinMs: number | undefined): void {
  if (endsWithinMs === undefined || !areThreadsBusy()) process.exit?.()
}

/**
 * Ends a process whatever it does. An exit waits until Node's threads have done all that is queued for them: hashes of
 * passwords, look-ups of names, a write to a log that nobody reads. So a process whose threads are busy ends by SIGTERM's
 * default effect, after what listens to its exit has run. The first process of a container cannot end itself by a signal:
 * that one exits when its threads are done.
 */
function cutOff(process: Process): void {
  if (areThreadsBusy())
    process.once('exit', () => {
      process.removeAllListeners('SIGTERM')
      process.kill?.(process.pid ?? 0, 'SIGTERM')
    })
  process.exit?.()
}
