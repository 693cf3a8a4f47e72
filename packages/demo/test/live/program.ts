import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { programArguments } from '@cambio/server/settings/programArguments.ts'

type Environment = Readonly<Record<string, string>>

/** How a program ended, and what it said. */
export type Ended = {
  /** Its exit code, or the signal that it ended by. */
  readonly code: number | NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** How a program that is stopped ends well: on a busy machine its deadline may end it first, by the signal it was sent. */
export const endedWell: readonly Ended['code'][] = [0, 'SIGTERM']

/** A program that has said that it is there. */
export type Running = {
  readonly pid: number
  /** What it has logged so far. */
  readonly lines: readonly string[]
  stop(): Promise<Ended>
}

const packages = new URL('../../../', import.meta.url)

/** Runs a program, named from the packages' folder, to its end. */
export async function runToEnd(
  entry: string,
  words: readonly string[],
  environment: Environment,
): Promise<Ended> {
  return started(entry, words, environment).ended
}

/**
 * Starts a program and waits until it says where it is.
 * @throws Error with what it said, when it ends instead
 */
export async function start(entry: string, environment: Environment): Promise<Running> {
  const { child, lines, ended, addressPrinted } = started(entry, [], environment)
  const first = await Promise.race([addressPrinted, ended])
  if (first !== undefined) throw new Error(`${entry} ended: ${first.stderr}${first.stdout}`)
  return {
    pid: child.pid ?? 0,
    lines,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function started(entry: string, words: readonly string[], environment: Environment) {
  const program = fileURLToPath(new URL(entry, packages))
  const child = spawn(process.execPath, [...programArguments, program, ...words], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const stderr: string[] = []
  const address = Promise.withResolvers<undefined>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (/^(Exchange|Card platform): http/.test(line)) address.resolve(undefined)
  })
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line))
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) =>
      resolve({
        code: code ?? signal,
        stdout: lines.join('\n'),
        stderr: stderr.map((line) => `${line}\n`).join(''),
      }),
    )
  })
  return { child, lines, ended, addressPrinted: address.promise }
}
