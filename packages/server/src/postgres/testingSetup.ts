import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { silentLog } from '../log.ts'
import { startEmbedded } from './embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the server that all tests of a run share. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for a whole run and removes it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-test-'))
  const server = await startEmbedded({ dataDir, log: silentLog, unsafe: true })
  project.provide('postgresUrl', server.url('postgres'))
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
