import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { exportDatabase } from '@cambio/server/backup/exportDatabase.ts'
import { writeManifest, type BackedUpDatabase, type Manifest } from '@cambio/server/backup/Manifest.ts'
import type { Filter } from '@cambio/server/backup/storedFile.ts'
import type { InstallationDeps } from '../InstallationDeps.ts'
import type { Owned } from '../Owned.ts'
import { openAtSameMoment } from './sameMoment.ts'

/**
 * Writes a back-up of these databases into a folder of its own, which gets its name once it is complete.
 * @param input.to the folder of the back-ups, which is created if it is missing
 * @returns the back-up's folder and contents
 */
export async function takeBackup(
  { clock, version, progress }: InstallationDeps,
  { databases, to, filter }: { databases: readonly Owned[]; to: string; filter: Filter },
): Promise<{ folder: string; manifest: Manifest }> {
  const folder = join(
    resolve(to),
    `cambio-${clock
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '')}`,
  )
  const draft = `${folder}.unfinished`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const opened = await openAtSameMoment(databases)
  try {
    const backedUp: BackedUpDatabase[] = []
    for (const { owned, snapshot } of opened) {
      const { name: program, schema } = owned
      backedUp.push(await exportDatabase(snapshot, { program, schema, folder: draft, filter, progress }))
    }
    const manifest: Manifest = { format: 1, version, isFiltered: filter !== undefined, databases: backedUp }
    await writeManifest(draft, manifest)
    await rename(draft, folder)
    return { folder, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    for (const { snapshot } of opened) await snapshot.close().catch(() => {})
  }
}
