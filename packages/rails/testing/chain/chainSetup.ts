import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@cambio/server/postgres/embedded/postmaster.ts'
import type { TestProject } from 'vitest/node'
import * as z from 'zod/mini'
import { isRunning, stopAnvil } from '../../src/chain/node/anvilProcess.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of all chain nodes of a run. */
    chainsFolder: string
  }
}

const PREFIX = 'cambio-test-chains-'

/** Gives a run's chain nodes a folder, and ends all of them afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  project.provide('chainsFolder', folder)
  return () => clear(folder)
}

/** A run that was killed leaves its nodes behind: the next run ends them. */
async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (!Number.isNaN(pid) && !isAlive(pid)) await clear(join(tmpdir(), name))
  }
}

const Node = z.object({ pid: z.number(), port: z.number() })

async function clear(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const written = await readFile(join(folder, name, 'node.json'), 'utf8').catch(() => undefined)
    const node = written === undefined ? undefined : Node.parse(JSON.parse(written))
    if (node && (await isRunning(node, join(folder, name)))) await stopAnvil(node)
  }
  await rm(folder, { recursive: true, force: true })
}
