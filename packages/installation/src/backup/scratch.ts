import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { silentLog } from '@cambio/server/log.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import type { Owned } from '../Owned.ts'
import type { Program } from '../Program.ts'

/** Temporary databases in which a back-up is tried. */
type Scratch = { readonly databases: readonly Owned[]; close(): Promise<void> }

/**
 * Creates an empty database for each program: on a server of the operator's, or on one that is started for this in a
 * folder that is removed afterwards.
 * @param input.server the address of a user who may create databases and roles; undefined for a server of our own
 */
export function openScratch(
  programs: readonly Program[],
  input: { server: string | undefined; progress: (sentence: string) => void },
): Promise<Scratch> {
  const { server, progress } = input
  return server === undefined ? onOwnServer(programs, progress) : onServer(programs, server)
}

async function onOwnServer(
  programs: readonly Program[],
  progress: (sentence: string) => void,
): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-verify-'))
  await chmod(dataDir, 0o711) // The server runs as its own user where we are root.
  try {
    const server = await startEmbedded({ dataDir, log: silentLog, progress })
    const databases: Owned[] = []
    for (const program of programs) {
      const { ownerUrl: url, appRole } = await embeddedDatabase(server, program.plan.program)
      databases.push(ownedOf(program, { url, appRole }))
    }
    return {
      databases,
      async close() {
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

async function onServer(programs: readonly Program[], server: string): Promise<Scratch> {
  const admin = await openOwner(server)
  const names: string[] = []
  const close = async () => {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
  try {
    const databases: Owned[] = []
    for (const program of programs) {
      const name = `cambio_verify_${program.name}_${randomBytes(6).toString('hex')}`
      await admin.query(`create database ${name}`)
      names.push(name)
      const url = new URL(server)
      url.pathname = `/${name}`
      databases.push(ownedOf(program, { url: url.href, appRole: program.plan.appRole }))
    }
    return { databases, close }
  } catch (error) {
    await close()
    throw error
  }
}

function ownedOf({ name, plan }: Program, at: Pick<Owned, 'url' | 'appRole'>): Owned {
  return { name, variable: '--scratch', schema: plan.schema, directories: plan.migrations, ...at }
}
