import { rm, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import process from 'node:process'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { migrate, migrationsIn } from '@cambio/server/postgres/migrate.ts'
import { heldLines } from '@cambio/server/postgres/migration/baseline.ts'
import { makeServer, type DebianServer } from '../debian/debianServer.ts'
import { programsOf, readSettings, type Program } from '../Program.ts'
import { baselineText, ROLE, SCHEMA } from './baselineText.ts'

/*
 * “pnpm baseline”: writes all migrations of each program as one file, which creates a new installation's database. It
 * runs the migrations on Debian's PostgreSQL 15, the oldest that the programs run on, and dumps the result.
 */

const folder = `/var/tmp/cambio-baseline-${process.pid}`
const server = await makeServer({ folder, port: await freePort(0) })
try {
  await server.start()
  for (const program of programsOf(readSettings({}))) await write(server, program)
} finally {
  await server.crash().catch(() => {})
  await rm(folder, { recursive: true, force: true })
}

async function write(server: DebianServer, { name, plan }: Program): Promise<void> {
  const owner = await openOwner(server.url('postgres'))
  try {
    await owner.query(`create database ${name}`)
  } finally {
    await owner.end()
  }
  const url = server.url(name)
  await migrate({ url, schema: SCHEMA, appRole: ROLE, directories: plan.migrations })
  const dump = await server.call(
    'pg_dump',
    `--dbname=${url}`,
    `--schema=${SCHEMA}`,
    `--exclude-table=${SCHEMA}.migration`,
    '--no-owner',
    '--inserts',
  )
  const migrations = await migrationsIn(plan.migrations)
  await writeFile(plan.baseline, baselineText(dump, heldLines(migrations)))
  const path = relative(process.cwd(), plan.baseline)
  process.stdout.write(`${path} holds ${counted(migrations.length, 'migration', 'migrations')}.\n`)
}
