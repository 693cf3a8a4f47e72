import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** How long a waiter waits before it ends: about as long as the programs wait for what is in hand. */
export const WAITED_MS = 500

/** How often it looks at the clock until then, as the programs do. */
const LOOKS = 25

/**
 * Starts a process that does nothing but wait once it gets a TERM, and look at the clock meanwhile: what more than that it
 * takes is the machine's, which makes it wait for the processor at each look.
 */
export async function startWaiter(): Promise<ChildProcess> {
  const look = `let left = ${LOOKS}; const look = () => (left-- > 0 ? setTimeout(look, ${WAITED_MS / LOOKS}) : process.exit())`
  const script = `${look}; process.on('SIGTERM', look).stdin.resume().on('end', process.exit); console.log()`
  const waiter = spawn(process.execPath, ['--eval', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(waiter.stdout, 'data')
  return waiter
}
