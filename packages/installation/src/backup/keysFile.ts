import { readFile, writeFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { existingKeys as exchangeKeys } from '@cambio/bff/program/keySource.ts'
import { existingKeys as cardsKeys } from '@cambio/cards/program/keySource.ts'
import type { BackedUpDatabase } from '@cambio/server/backup/Manifest.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import { dataFolderPath } from '@cambio/server/postgres/embedded/dataFolder.ts'
import type { Settings } from '../Program.ts'

/** The keys of each program in the settings. @throws StartRefused where there are none */
export async function keyringOf(name: BackedUpDatabase['program'], settings: Settings): Promise<Keyring> {
  const dataDir = await dataFolderPath(settings.exchange.DATA_DIR)
  const source =
    name === 'exchange'
      ? exchangeKeys(settings.exchange, { dataDir })
      : cardsKeys(settings.cards, { dataDir })
  return source.keyring
}

/**
 * Writes the keys that a back-up was sealed with into a separate file, readable by its owner only, as the variables
 * that restore them. A file that has them already is not changed.
 * @throws CallRefused where the file contains something else, or a key is missing here
 */
export async function writeKeysFile(
  path: string,
  { databases, settings }: { databases: readonly BackedUpDatabase[]; settings: Settings },
): Promise<void> {
  const lines: string[] = []
  for (const { program, keyIds } of databases) {
    const keys = await keyringOf(program, settings)
    const missing = keyIds.find((id) => keys.find(id) === undefined)
    if (missing !== undefined)
      throw new CallRefused(
        `The key ${missing}, which secrets of the ${program} are sealed under, is not among the keys.`,
      )
    const [current, ...old] = keys.all().map(({ key }) => Buffer.from(key).toString('base64'))
    const name = program === 'exchange' ? 'EXCHANGE_KEY' : 'CARDS_KEY'
    lines.push(`${name}=${current}`)
    if (old.length > 0) lines.push(`${name}S_OLD=${old.join(',')}`)
  }
  const { CHAIN_KEY: chainKey } = settings.exchange
  if (chainKey !== undefined) lines.push(`CHAIN_KEY=${chainKey.reveal()}`)
  const content = `${lines.join('\n')}\n`
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before === content) return
  if (before !== undefined)
    throw new CallRefused(`${path} holds something else, and is not replaced. Give --keys-to another file.`)
  await writeFile(path, content, { mode: 0o600, flag: 'wx', flush: true })
}

/** Keys beside the data would open it for anyone who finds both. @throws CallRefused */
export function refuseBeside(path: string, folder: string): void {
  const below = relative(resolve(folder), resolve(path))
  if (below !== '..' && !below.startsWith(`..${sep}`))
    throw new CallRefused(
      'Keys are kept apart from what they open: give --keys-to a file outside the folder of --to.',
    )
}
