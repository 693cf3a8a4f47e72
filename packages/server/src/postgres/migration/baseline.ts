import { readFile } from 'node:fs/promises'

/** A line of a baseline that names a migration that it replaces, with the SHA-256 of its text. */
const HELD = /^-- (\S+\/\S+\.sql) ([0-9a-f]{64})$/gm

/** A migration by its name and the SHA-256 of its text. */
type Held = { readonly name: string; readonly checksum: string }

/** Migrations as one file, which makes a new database like all of them. */
export type Baseline = {
  readonly text: string
  /** The migrations that it replaces, in order. */
  readonly holds: readonly Held[]
}

/** Reads a baseline. `${schema}` and `${app_role}` are used in it as in a migration. */
export async function readBaseline(path: string): Promise<Baseline> {
  const text = await readFile(path, 'utf8')
  const holds = [...text.matchAll(HELD)].map(([, name = '', checksum = '']) => ({ name, checksum }))
  return { text, holds }
}

/** The lines of a baseline that name the migrations that it replaces. */
export function heldLines(migrations: readonly Held[]): string {
  return migrations.map(({ name, checksum }) => `-- ${name} ${checksum}`).join('\n')
}

/** Whether a baseline replaces exactly these migrations, or the first of them. */
export function isOf({ holds }: Baseline, migrations: readonly Held[]): boolean {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  return holds.length > 0 && holds.every(({ name, checksum }) => checksums.get(name) === checksum)
}
