import { readFileSync } from 'node:fs'

/*
 * A process of its own, so that a busy test does not measure itself: sends a TERM to the processes that its arguments name
 * and prints how long each was there after it, milliseconds.
 */
const pids = process.argv.slice(2).map(Number)
const clock = new Int32Array(new SharedArrayBuffer(4))
const begun = performance.now()
for (const pid of pids) process.kill(pid, 'SIGTERM')
const tookMs = new Map<number, number>()
while (tookMs.size < pids.length) {
  for (const pid of pids)
    if (!tookMs.has(pid) && !isRunning(pid)) tookMs.set(pid, Math.round(performance.now() - begun))
  Atomics.wait(clock, 0, 0, 2)
}
process.stdout.write(JSON.stringify(pids.map((pid) => tookMs.get(pid))))

/** Whether it runs: one that has ended is there until its parent has asked how. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
