import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeIdentifier, type Client } from 'pg'
import * as z from 'zod/mini'

/** By table, the columns that are written once, with their row. */
const Fixed = z.record(z.string(), z.array(z.string()))

/**
 * Revokes the program's right to change columns that never change: those named by the file `fixed.json` beside the
 * migrations. The program may change the other columns of such a table, including later ones. Correct rights are not
 * touched, so that nothing waits for a lock at an ordinary start.
 * @throws Error when a file names a column that does not exist
 */
export async function grantColumns(
  client: Client,
  { schema, appRole, directories }: { schema: string; appRole: string; directories: readonly string[] },
): Promise<void> {
  for (const directory of directories)
    for (const [table, fixed] of Object.entries(await readFixed(directory)))
      await grantOn(client, { schema, appRole, table }, fixed)
}

async function grantOn(
  client: Client,
  { schema, appRole, table }: { schema: string; appRole: string; table: string },
  fixed: readonly string[],
): Promise<void> {
  const place = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`
  const { rows } = await client.query<{ name: string; granted: boolean }>(COLUMNS, [place, appRole])
  const missing = fixed.filter((column) => !rows.some(({ name }) => name === column))
  if (missing.length > 0) throw new Error(`The table ${table} has no column ${missing.join(', ')}.`)
  if (rows.every(({ name, granted }) => granted !== fixed.includes(name))) return
  const role = escapeIdentifier(appRole)
  const changing = rows.map(({ name }) => name).filter((name) => !fixed.includes(name))
  await client.query('begin')
  await client.query(`revoke update on ${place} from ${role}`)
  if (changing.length > 0)
    await client.query(`grant update (${changing.map(escapeIdentifier).join(', ')}) on ${place} to ${role}`)
  await client.query('commit')
}

/** Rights granted to the role itself, without those of an owner or an administrator. */
const COLUMNS = `
  select a.attname as name,
    exists (select from aclexplode(a.attacl) g
        where g.grantee = r.oid and g.privilege_type = 'UPDATE')
      or exists (select from aclexplode(c.relacl) g
        where g.grantee = r.oid and g.privilege_type = 'UPDATE') as granted
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_roles r on r.rolname = $2
  where c.oid = $1::regclass and a.attnum > 0 and not a.attisdropped`

async function readFixed(directory: string): Promise<z.infer<typeof Fixed>> {
  try {
    return Fixed.parse(JSON.parse(await readFile(join(directory, 'fixed.json'), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
