import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** How long a waiter waits before it ends: about as long as the programs wait for what is in hand. */
export const WAITED_MS = 500

/** Starts a process that does nothing but wait once it gets a TERM: what more than that it takes is the machine's. */
export async function startWaiter(): Promise<ChildProcess> {
  const script = `process.on('SIGTERM', () => setTimeout(process.exit, ${WAITED_MS})).stdin.resume().on('end', process.exit); console.log()`
  const waiter = spawn(process.execPath, ['--eval', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(waiter.stdout, 'data')
  return waiter
}
