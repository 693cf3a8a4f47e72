import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import type { Addresses } from '../src/Addresses.ts'

type Ready = {
  readonly addresses: Addresses
  readonly pids: { readonly exchange: number; readonly cards: number }
}

/** The launcher as a process of its own, as `npm start` runs it. */
export type Launcher = {
  readonly pid: number
  /** What it said when everything ran; rejects with what it printed when it ended instead. */
  readonly ready: Promise<Ready>
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Everything it has printed. */
  printed(): string
  /** Sends a signal to its whole process group, as a terminal does. */
  signal(name: NodeJS.Signals): void
}

/** What `npm start` runs, and `pnpm dev`. */
export type Entry = 'src/main.ts' | 'dev/main.ts'

/** Starts the launcher with these variables, on free ports unless they say otherwise. */
export function startLauncher(environment: Record<string, string>, entry: Entry = 'src/main.ts'): Launcher {
  const path = fileURLToPath(new URL(`../${entry}`, import.meta.url))
  const child = spawn(process.execPath, [...programArguments, path], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      CARDS_PORT: '0',
      DEMO_PORT: '0',
      CHAIN_PORT: '0',
      ...environment,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(String(part)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const ready = Promise.race([
    once(child, 'message').then(([message]) => message as Ready),
    ended.then(() => Promise.reject(new Error(printed.join('')))),
  ])
  ready.catch(() => {}) // A test may only want to know how it ended.
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    printed: () => printed.join(''),
    signal: (name) => void process.kill(-(child.pid ?? 0), name),
  }
}
