import { createHmac } from 'node:crypto'
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import type { Embedded } from './embedded.ts'

type Addressed = Pick<Embedded, 'url'>

/** A program's own database on the embedded server: the owner migrates, the program runs as the app role. */
export type ProgramDatabase = { readonly ownerUrl: string; readonly appUrl: string; readonly appRole: string }

/**
 * Makes or finds a program's database with its two login roles, so that no program can access another's tables and none
 * runs as the owner of its own.
 */
export async function embeddedDatabase(server: Addressed, program: string): Promise<ProgramDatabase> {
  const owner = { user: `${program}_owner`, password: passwordFor(server, `${program}_owner`) }
  const app = { user: `${program}_app`, password: passwordFor(server, `${program}_app`) }
  const client = new Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    for (const login of [owner, app]) await ensureLogin(client, login)
    await ensureDatabase(client, program, owner.user)
    const database = escapeIdentifier(program)
    await client.query(`revoke all on database ${database} from public`)
    await client.query(`grant connect on database ${database} to ${escapeIdentifier(app.user)}`)
  } finally {
    await client.end()
  }
  return { ownerUrl: server.url(program, owner), appUrl: server.url(program, app), appRole: app.user }
}

/** Whether a program's database exists. */
export async function hasDatabase(server: Addressed, program: string): Promise<boolean> {
  const client = new Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    return await isThere(client, program)
  } finally {
    await client.end()
  }
}

/** A role's password is derived from the superuser's, so that there is only one secret to store. */
function passwordFor(server: Addressed, role: string): string {
  return createHmac('sha256', new URL(server.url('postgres')).password)
    .update(role)
    .digest('hex')
}

async function ensureLogin(client: Client, login: { user: string; password: string }): Promise<void> {
  const role = escapeIdentifier(login.user)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login.user])
  if (rowCount === 0) await ignoringDuplicate(client.query(`create role ${role}`))
  await client.query(`alter role ${role} with login password ${escapeLiteral(login.password)}`)
}

async function ensureDatabase(client: Client, name: string, owner: string): Promise<void> {
  if (await isThere(client, name)) return
  await ignoringDuplicate(
    client.query(`create database ${escapeIdentifier(name)} owner ${escapeIdentifier(owner)}`),
  )
}

async function isThere(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount !== 0
}

const DUPLICATES = new Set(['42710', '42P04', '23505'])

/** A duplicate is not a failure: another program may create the same at the same moment. */
async function ignoringDuplicate(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof DatabaseError && DUPLICATES.has(error.code ?? ''))) throw error
  }
}
