import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '@cambio/server/freePort.ts'
import { commandOf, isAlive } from '@cambio/server/postgres/embedded/postmaster.ts'
import * as z from 'zod/mini'
import { anvilProgram } from './anvilProgram.ts'

/** A node that runs as a process of its own. */
export type AnvilProcess = { readonly pid: number; readonly port: number }

/** The chain id of a sandbox. */
export const SANDBOX_CHAIN_ID = 31_337

const START_MS = 20_000
const STOP_MS = 10_000
const ASK_AGAIN_MS = 20
const CALL_MS = 15_000

/**
 * Starts a node in a session of its own, so that neither Ctrl-C in the terminal nor the end of this process reaches it,
 * and waits until it answers. It receives no environment variable of ours.
 * @param input.settings its arguments beside its address and its chain
 * @param input.log the file to which its output is appended
 * @throws Error when it ends instead
 */
export async function startAnvil(input: {
  port: number
  settings: readonly string[]
  log: string
}): Promise<AnvilProcess> {
  const { port, settings } = input
  const log = await open(input.log, 'a', 0o600)
  const own = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(SANDBOX_CHAIN_ID),
    '--quiet',
  ]
  const child = spawn(anvilProgram(), [...own, ...settings], {
    env: {},
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  const end = new AbortController()
  for (const event of ['exit', 'error']) child.once(event, () => end.abort())
  await log.close()
  child.unref()
  const started = { pid: child.pid ?? 0, port }
  const deadline = Date.now() + START_MS
  while (!end.signal.aborted && Date.now() < deadline) {
    if (await answers(port)) return started
    await after(ASK_AGAIN_MS)
  }
  signal(started, 'SIGKILL')
  throw new Error(`The chain node ended before it answered: ${input.log} says why.`)
}

/** Whether a node runs: a process with this number that was started with this state file. */
export async function isRunning({ pid }: AnvilProcess, statePath: string): Promise<boolean> {
  return isAlive(pid) && (await commandOf(pid)).includes(statePath)
}

/** Whether a process runs. A process that has ended but was not reaped still has a number, and no command. */
async function isThere({ pid }: AnvilProcess): Promise<boolean> {
  return isAlive(pid) && (await commandOf(pid)) !== ''
}

/**
 * Ends a node, which writes its state first, and waits until its port is free. A node that does not end in time is
 * killed.
 */
export async function stopAnvil(node: AnvilProcess): Promise<void> {
  signal(node, 'SIGTERM')
  const deadline = Date.now() + STOP_MS
  while (await isThere(node)) {
    if (Date.now() > deadline) signal(node, 'SIGKILL')
    await after(ASK_AGAIN_MS)
  }
  // The port becomes free a moment after the process has ended. By then another program may use it.
  while (Date.now() < deadline && (await freePort(node.port)) !== node.port) await after(ASK_AGAIN_MS)
}

const Answer = z.object({ result: z.unknown() })

/** Calls a node on this machine. @throws Error when it does not answer in fifteen seconds */
export async function callAnvil(
  port: number,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(CALL_MS),
  })
  return Answer.parse(await response.json()).result
}

async function answers(port: number): Promise<boolean> {
  try {
    return Number(await callAnvil(port, 'eth_chainId')) === SANDBOX_CHAIN_ID
  } catch {
    return false
  }
}

function signal({ pid }: AnvilProcess, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already.
  }
}
