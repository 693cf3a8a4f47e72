import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'

/** A program to start, whose output goes into a file of its name. */
export type Start = {
  readonly command: string
  readonly words: readonly string[]
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  /** As whom; left out: as whoever started the run. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

type Running = { readonly child: ChildProcess; readonly ended: Promise<string>; isExpected: boolean }

/** The programs of a run, by name: started, ended by us, and noticed when they end by themselves. */
export class Processes {
  readonly folder: string
  /** Programs that ended and that nobody had told to, with how. */
  readonly incidents: string[] = []
  readonly #running = new Map<string, Running>()

  /** @param folder where the output goes */
  constructor(folder: string) {
    this.folder = folder
  }

  start(name: string, { command, words, cwd, environment, user }: Start): void {
    const output = openSync(join(this.folder, `${name}.log`), 'a')
    const child = spawn(command, words, {
      cwd,
      detached: true,
      stdio: ['ignore', output, output],
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: this.folder, ...environment },
      ...user,
    })
    closeSync(output)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    const running = { child, ended, isExpected: false }
    this.#running.set(name, running)
    void ended.then((how) => {
      if (!running.isExpected) this.incidents.push(`${name} ended by itself (${how})`)
      if (this.#running.get(name) === running) this.#running.delete(name)
    })
  }

  /** The process of a program; undefined where it does not run. */
  pidOf(name: string): number | undefined {
    return this.#running.get(name)?.child.pid
  }

  /** Ends a program and waits for it. @returns how long it took, milliseconds */
  async end(name: string, signal: NodeJS.Signals = 'SIGTERM', withinMs = 20_000): Promise<number> {
    const running = this.#running.get(name)
    if (running?.child.pid === undefined) return 0
    running.isExpected = true
    const begun = performance.now()
    send(running.child.pid, signal)
    const late = after(withinMs, 'late' as const, { ref: false })
    if ((await Promise.race([running.ended, late])) === 'late') send(running.child.pid, 'SIGKILL')
    await running.ended
    return performance.now() - begun
  }
}

/** Sends a signal to a process that may be gone. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** All processes below one, from the nearest down. */
export function descendantsOf(root: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const below = (pid: number): number[] =>
    parents.filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...below(child)])
  return below(root)
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // What stands before the last bracket is the program's name, which may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
