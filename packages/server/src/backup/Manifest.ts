import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { CallRefused } from '../cli/CallRefused.ts'

/** A table in a back-up: its rows in PostgreSQL's COPY text, compressed by gzip, in a file of its own. */
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Its path below the back-up's folder. */
  file: z.string().check(z.regex(/^[a-z]+\/[a-z0-9_]+\.copy\.gz$/)),
  bytes: z.int(),
  /** SHA-256 of the file as stored. */
  sha256: z.string(),
})
export type BackedUpTable = z.output<typeof Table>

/** One program's database at the moment of the back-up. */
const BackedUpDatabase = z.object({
  program: z.enum(['exchange', 'cards']),
  /** PostgreSQL's version. */
  server: z.string(),
  /** The server's own clock when the snapshot was taken. */
  at: z.iso.datetime(),
  /** The applied migrations, in the order in which to apply them again. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  /** The tables that were divided into partitions, which a restore fills as plain ones. Earlier back-ups do not say. */
  divided: z.optional(z.array(z.string())),
  /** The values of sequences, as text, since they can exceed what a number holds. */
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** Ids of the keys that its secrets are sealed under. The keys are stored elsewhere. */
  keyIds: z.array(z.string()),
})
export type BackedUpDatabase = z.output<typeof BackedUpDatabase>

/** The contents of a back-up. This file is written last: a folder without it is not a back-up. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  /** Whether its files were filtered by a command of the operator's, and need the opposite command to be read. */
  isFiltered: z.boolean(),
  databases: z.array(BackedUpDatabase).check(z.minLength(1)),
})
export type Manifest = z.output<typeof Manifest>

const FILE = 'manifest.json'

/** Writes a manifest into a back-up's folder, readable by its owner only. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
}

/** Reads the manifest of a back-up. @throws CallRefused where the folder has no back-up in a known form */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new CallRefused(
      `${folder} holds no back-up: its ${FILE} is missing. A back-up that was broken off has none.`,
    )
  const parsed = Manifest.safeParse(jsonOf(text))
  if (!parsed.success)
    throw new CallRefused(`The ${FILE} in ${folder} is damaged, or of a later version of Cambio.`)
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
