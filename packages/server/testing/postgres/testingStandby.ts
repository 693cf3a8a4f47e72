import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { silentLog } from '../../src/log.ts'
import { startEmbedded, type Embedded } from '../../src/postgres/embedded.ts'

const run = promisify(execFile)

/**
 * Starts a standby that streams from an embedded server, in a data folder that is not there yet. It is copied while the
 * server runs (PostgreSQL's manual, "Making a Base Backup Using the Low Level API").
 */
export async function startStandby(primary: Embedded, dataDir: string): Promise<Embedded> {
  const cluster = join(dataDir, 'postgres')
  await mkdir(dataDir, { mode: 0o711 })
  await cp(join(primary.dataDir, 'postgres.password'), join(dataDir, 'postgres.password'))
  const backup = new Client({ connectionString: primary.url('postgres') })
  await backup.connect()
  try {
    await backup.query(`select pg_backup_start('standby', true)`)
    // A file that goes meanwhile is no failure: the log has what happened to it.
    await run('cp', ['-a', join(primary.dataDir, 'postgres'), cluster]).catch(async (error: unknown) => {
      if (!/No such file/.test(String(error))) throw error
    })
    const { rows } = await backup.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    await appendTo(cluster, 'backup_label', rows[0]?.labelfile ?? '')
  } finally {
    await backup.end()
  }
  await appendTo(cluster, 'standby.signal', '')
  await appendTo(cluster, 'postgresql.auto.conf', `primary_conninfo = '${conninfoOf(primary)}'\n`)
  return startEmbedded({ dataDir, log: silentLog })
}

/** Adds to a file of the cluster, which stays its owner's. */
async function appendTo(cluster: string, name: string, text: string): Promise<void> {
  const path = join(cluster, name)
  await appendFile(path, text)
  await run('chown', ['--reference', cluster, path])
}

function conninfoOf(primary: Embedded): string {
  const { hostname, port, username, password } = new URL(primary.url('postgres'))
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=reader`
}
