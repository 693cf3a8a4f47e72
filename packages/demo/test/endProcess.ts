import { readFileSync } from 'node:fs'

/*
 * A process of its own, so that a busy test does not measure itself: sends a TERM to the process that its argument names and
 * prints how long that was there after it, milliseconds.
 */
const pid = Number(process.argv[2])
const clock = new Int32Array(new SharedArrayBuffer(4))
const begun = performance.now()
process.kill(pid, 'SIGTERM')
while (isRunning()) Atomics.wait(clock, 0, 0, 2)
process.stdout.write(String(Math.round(performance.now() - begun)))

/** Whether it runs: one that has ended is there until its parent has asked how. */
function isRunning(): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
