import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { programVariables } from '@cambio/server/settings/programVariables.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'

/** A program to run as a process of its own. */
export type Program = {
  /** As a person knows it. */
  readonly name: string
  readonly entry: URL
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What the program prints, line by line. */
  readonly onLine: (line: string, from: 'stdout' | 'stderr') => void
}

/** A program that has said that it is ready. */
export type Child = {
  readonly pid: number
  /** How it ended: the exit code or the signal. */
  readonly ended: Promise<string>
  kill(signal: NodeJS.Signals): void
}

/**
 * Starts a program and waits until it says that it is ready. It leads a process group of its own, so that a Ctrl-C in
 * the terminal reaches the launcher alone and things stop in order; a program whose launcher is gone ends by itself.
 * @throws StartRefused with the program's own sentence when it ends instead
 */
export async function startChild(program: Program, stopped: AbortSignal): Promise<Child> {
  const child = spawn(process.execPath, [...programArguments, fileURLToPath(program.entry)], {
    env: { ...programVariables, ...program.environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const complaints: string[] = []
  const spoken = Promise.all([
    read(child.stdout, (line) => program.onLine(line, 'stdout')),
    read(child.stderr, (line) => {
      complaints.push(line)
      program.onLine(line, 'stderr')
    }),
  ])
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => void spoken.then(() => resolve(signal ?? `exit code ${code}`)))
  })
  const onStop = () => void child.kill('SIGTERM')
  if (stopped.aborted) onStop()
  stopped.addEventListener('abort', onStop)
  const outcome = await Promise.race([once(child, 'message').then(() => 'ready' as const), ended])
  stopped.removeEventListener('abort', onStop)
  if (outcome !== 'ready') {
    throw new StartRefused(
      complaints.join('\n') || `The ${program.name} ended before it was ready (${outcome}).`,
    )
  }
  return { pid: child.pid ?? 0, ended, kill: (signal) => void child.kill(signal) }
}

async function read(stream: Readable | null, onLine: (line: string) => void): Promise<void> {
  if (stream === null) return
  for await (const line of createInterface({ input: stream })) onLine(line)
}
