import { join } from 'node:path'
import { importDatabase, refuseUsed } from '@cambio/server/backup/importDatabase.ts'
import type { Manifest } from '@cambio/server/backup/Manifest.ts'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { digestOf, type Filter } from '@cambio/server/backup/storedFile.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Owned } from '../Owned.ts'

type Restoring = {
  readonly folder: string
  readonly manifest: Manifest
  readonly filter: Filter
  readonly progress: (sentence: string) => void
}

/**
 * Restores every database of a back-up into an empty one. First all files are compared with the manifest, and all
 * databases must be empty.
 * @returns the restored databases
 * @throws CallRefused; then everything is empty again
 */
export async function restoreBackup(
  { folder, manifest, filter, progress }: Restoring,
  databases: readonly Owned[],
): Promise<Owned[]> {
  if (manifest.isFiltered !== (filter !== undefined))
    throw new CallRefused(
      manifest.isFiltered
        ? 'The files went through a command when they were written: give its opposite in --through.'
        : 'The files went through no command when they were written: leave out --through.',
    )
  const pairs = manifest.databases.map((backup) => ({ backup, owned: targetOf(backup.program, databases) }))
  for (const { owned } of pairs) await refuseUsedAt(owned)
  await checkFiles(folder, manifest, progress)
  for (const { backup, owned } of pairs) await importDatabase({ ...owned, backup, folder, filter, progress })
  return pairs.map(({ owned }) => owned)
}

function targetOf(program: Owned['name'], databases: readonly Owned[]): Owned {
  const owned = databases.find(({ name }) => name === program)
  if (owned !== undefined) return owned
  const variable = program === 'exchange' ? 'DATABASE_OWNER_URL' : 'CARDS_DATABASE_OWNER_URL'
  throw new CallRefused(
    `The back-up has a database for the ${program}: set ${variable} to where it is to be.`,
  )
}

async function refuseUsedAt({ url, variable }: Owned): Promise<void> {
  const client = await openOwner(url)
  try {
    await refuseUsed(client, { variable })
  } finally {
    await client.end()
  }
}

/** @throws CallRefused that names the first file that is missing or altered */
async function checkFiles(
  folder: string,
  { databases }: Manifest,
  progress: (sentence: string) => void,
): Promise<void> {
  progress('comparing every file with its checksum')
  for (const { file, sha256 } of databases.flatMap(({ tables }) => tables)) {
    const found = await digestOf(join(folder, file)).catch(() => undefined)
    if (found !== sha256)
      throw new CallRefused(
        `${file} is ${found === undefined ? 'missing' : 'not as it was written'}: the back-up is damaged. Nothing was changed; take an earlier one.`,
      )
  }
}
