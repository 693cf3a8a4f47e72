import { checkKeys } from '@cambio/bff/store/innerKeys.ts'
import { platformKeys } from '@cambio/cards/vault/PlatformKeys.ts'
import type { Manifest } from '@cambio/server/backup/Manifest.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { Owned } from '../Owned.ts'
import type { Settings } from '../Program.ts'
import { keyringOf } from './keysFile.ts'
import type { Proof } from './Proof.ts'

/** Proves that the keys in the settings open the sealed data in the databases. Keys that are not here prove nothing. */
export async function proveKeys(
  databases: readonly Owned[],
  { manifest, settings, random }: { manifest: Manifest; settings: Settings; random: Random },
): Promise<Proof[]> {
  const proofs: Proof[] = []
  for (const owned of databases) {
    const proof = `keys of the ${owned.name}`
    const keyring = await keyringOf(owned.name, settings).catch((error: unknown) => {
      if (error instanceof StartRefused) return undefined
      throw error
    })
    if (keyring === undefined) proofs.push({ proof, holds: null, finding: 'Not tried: they are not here.' })
    else proofs.push({ proof, ...(await tryKeys(owned, { keyring, random, ids: idsOf(manifest, owned) })) })
  }
  return proofs
}

function idsOf({ databases }: Manifest, { name }: Owned): readonly string[] {
  return databases.find(({ program }) => program === name)?.keyIds ?? []
}

async function tryKeys(
  { name, url, schema }: Owned,
  { keyring, random, ids }: { keyring: Keyring; random: Random; ids: readonly string[] },
): Promise<Pick<Proof, 'holds' | 'finding'>> {
  const missing = ids.find((id) => keyring.find(id) === undefined)
  if (missing !== undefined)
    return { holds: false, finding: `The key ${missing} is not among those that are given.` }
  const database = openDatabase({ url, schema, max: 1 })
  try {
    await openSealed(name, { query: database.query, keyring, random })
    return { holds: true, finding: 'They open what is sealed.' }
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return { holds: false, finding: 'What is sealed was sealed under another key.' }
  } finally {
    await database.close()
  }
}

async function openSealed(
  name: Owned['name'],
  deps: { query: Query; keyring: Keyring; random: Random },
): Promise<void> {
  if (name === 'exchange') await checkKeys(deps)
  else await platformKeys(deps)
}
