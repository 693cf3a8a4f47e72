import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { programVariables } from '@cambio/server/settings/programVariables.ts'

/** A program beside the one that measures, and the first that it said. */
export type Program = {
  readonly child: ChildProcess
  readonly pid: number
  readonly firstMessage: unknown
  /** Fails when the program ends, which none does before it is told to. */
  readonly ended: Promise<never>
}

/** Starts a program of this package and waits for its first word. It is added to `children`, to be ended with them. */
export async function startProgram(
  children: ChildProcess[],
  file: string,
  { args = [], environment = process.env }: { args?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<Program> {
  const child = fork(join(import.meta.dirname, '..', file), args, {
    env: { ...programVariables, ...environment },
    execArgv: [...programArguments, ...profiling(environment, file), ...snapshots(environment)],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} has ended.`)))
  ended.catch(() => {})
  return { child, pid: child.pid ?? 0, firstMessage: await nextMessage({ child, ended }), ended }
}

/** Asks a program something and waits for its answer. A program is asked one thing at a time. */
export function requestAnswer(program: Program, question: object): Promise<unknown> {
  program.child.send(question)
  return nextMessage(program)
}

async function nextMessage({ child, ended }: Pick<Program, 'child' | 'ended'>): Promise<unknown> {
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown]
  return message
}

/** PROFILE names a folder: the exchange leaves a profile of its processor time there when it is asked to end. */
function profiling({ PROFILE: folder }: NodeJS.ProcessEnv, file: string): string[] {
  return folder !== undefined && file.endsWith('exchange.ts')
    ? ['--cpu-prof', `--cpu-prof-dir=${folder}`]
    : []
}

/** SNAPSHOTS names a folder: each program writes a snapshot of its heap there whenever it gets SIGUSR2. */
function snapshots({ SNAPSHOTS: folder }: NodeJS.ProcessEnv): string[] {
  return folder === undefined ? [] : ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`]
}
