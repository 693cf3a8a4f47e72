import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeIdentifier, type Client } from 'pg'

/**
 * Another form of a migration, for tables that programs write to meanwhile: a file of the same name in the folder
 * `online`. Its steps, between empty lines, are committed one by one, so an index may be made `concurrently`. An
 * interrupted one begins anew, so each step also succeeds where it was done before.
 * @returns its steps; undefined where the migration has no such form
 */
export async function onlineForm(directory: string, file: string): Promise<readonly string[] | undefined> {
  try {
    const text = await readFile(join(directory, 'online', file), 'utf8')
    return text
      .replaceAll(/^--.*\n/gm, '')
      .split(/\n{2,}/)
      .map((step) => step.trim())
      .filter((step) => step !== '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether the steps may be done in this schema: PostgreSQL makes no index of a partitioned table concurrently. */
export async function canGoOnline(
  client: Client,
  { steps, schema }: { steps: readonly string[]; schema: string },
): Promise<boolean> {
  return !steps.some(isConcurrent) || !(await hasPartitions(client, schema))
}

function isConcurrent(step: string): boolean {
  return / concurrently /.test(step)
}

async function hasPartitions(client: Client, schema: string): Promise<boolean> {
  const text = `select from pg_class where relkind = 'p' and relnamespace = $1::text::regnamespace`
  return (await client.query(text, [escapeIdentifier(schema)])).rowCount !== 0
}

/** Does a step. Making an index concurrently lets writers go on and needs no limit; another step waits for its lock briefly. */
export async function doStep(
  client: Client,
  step: string,
  { schema, lockTimeoutMs }: { schema: string; lockTimeoutMs: number },
): Promise<void> {
  if (!isConcurrent(step)) {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}; ${step}`)
    return
  }
  await dropUnfinished(client, schema)
  await client.query(step)
}

/** Removes the indexes that an interrupted step left unfinished: they are there by name, and hold nothing. */
async function dropUnfinished(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = $1::text::regnamespace`,
    [escapeIdentifier(schema)],
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${escapeIdentifier(name)}`)
}
