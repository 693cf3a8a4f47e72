import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'

/** A command that the shell runs in a process group of its own. */
export type ShellCommand = {
  /** Its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>
  readonly hasEnded: () => boolean
  /** All that it has printed so far. */
  readonly printed: () => string
  /** Asks it and all that it has started to end, and waits until they have. */
  readonly stop: () => Promise<void>
}

/** Runs a command as a person types it, with the Node.js that runs this first on the path. */
export function runShell(
  command: string,
  { cwd, environment }: { readonly cwd: string; readonly environment: NodeJS.ProcessEnv },
): ShellCommand {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...environment, PATH },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)))
  const ended = once(child, 'close').then(() => child.exitCode)
  return {
    ended,
    hasEnded: () => child.exitCode !== null,
    printed: () => printed,
    async stop() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
