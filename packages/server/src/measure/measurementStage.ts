import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../log.ts'
import { startEmbedded, type Embedded } from '../postgres/embedded.ts'

/** A database server in a folder of its own, with the processes that use it. */
export type MeasurementStage = {
  readonly dataDir: string
  readonly server: Embedded
  /** A caller that starts a process adds it here. */
  readonly children: ChildProcess[]
  /** Ends all of it, and removes the folder. */
  close(): Promise<void>
}

/** Opens the stage of a measurement. @param name begins the folder's name */
export async function openMeasurementStage(name: string): Promise<MeasurementStage> {
  const dataDir = await mkdtemp(join(tmpdir(), `${name}-`))
  const server = await startEmbedded({ dataDir, log: silentLog })
  const children: ChildProcess[] = []
  const close = async () => {
    for (const child of children) child.kill('SIGKILL')
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { dataDir, server, children, close }
}
