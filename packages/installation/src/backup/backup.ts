import { join } from 'node:path'
import { actStore } from '@cambio/bff/store/acts.ts'
import { keepBackup } from '@cambio/exchange/operator/installation/keepBackup.ts'
import { digestOf } from '@cambio/server/backup/storedFile.ts'
import { optional, required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import * as z from 'zod/mini'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { onOwned, type Owned } from '../Owned.ts'
import { programsOf, readSettings } from '../Program.ts'
import { refuseBeside, writeKeysFile } from './keysFile.ts'
import { BackupSize, sizeLine, sizeOf } from './sizeOf.ts'
import { takeBackup } from './takeBackup.ts'

/** Backs up both programs. */
export const backup = command({
  name: 'backup',
  summary: [
    'Backs up the databases of the exchange and of the card platform, as of one moment that belongs together, into a new',
    'folder below --to. Both go on meanwhile. The keys are never in it: --keys-to writes those that the data is sealed under',
    'into a file of its own, which is to be kept elsewhere. --through is a command that every file passes, such as one that',
    'encrypts: “age -r age1…”. “verify-backup” proves that a back-up can be restored.',
  ].join('\n'),
  words: {},
  options: {
    to: required(text('<folder>'), 'Say in --to which folder back-ups are kept in.'),
    'keys-to': optional(text('<file>')),
    through: optional(text('<command>')),
  },
  json: z.object({
    folder: z.string(),
    /** Of manifest.json, which has the checksums of all other files. */
    sha256: z.string(),
    databases: z.array(BackupSize),
    keys: z.nullable(z.string()),
  }),
  async run(deps: InstallationDeps, { options: { to, 'keys-to': keysFile, through: filter } }) {
    if (keysFile !== undefined) refuseBeside(keysFile, to)
    const settings = readSettings(deps.variables)
    const { progress } = deps
    return onOwned({ programs: programsOf(settings), make: false, progress }, async (databases) => {
      const exchange = databases.find(({ name }) => name === 'exchange')
      if (exchange === undefined)
        throw new CallRefused(
          'There is no exchange to back up: set DATABASE_URL to its database, or DATA_DIR to its folder.',
        )
      const { folder, manifest } = await takeBackup(deps, { databases, to, filter })
      if (keysFile !== undefined) await writeKeysFile(keysFile, { databases: manifest.databases, settings })
      const sha256 = await digestOf(join(folder, 'manifest.json'))
      const sizes = manifest.databases.map(sizeOf)
      await keep(deps, exchange, { folder, sha256, databases: sizes })
      const lines = [
        `The back-up is in ${folder}.`,
        ...sizes.map(sizeLine),
        keysFile === undefined
          ? 'It holds no key: keep EXCHANGE_KEY, CARDS_KEY and CHAIN_KEY elsewhere (--keys-to writes them).'
          : `The keys are in ${keysFile}: keep them elsewhere.`,
        ...(databases.length === 2 ? [] : ['The card platform is not in it: CARDS_DATABASE_URL is not set.']),
      ]
      return { text: lines.join('\n'), data: { folder, sha256, databases: sizes, keys: keysFile ?? null } }
    })
  },
})

/** Records the back-up in the exchange's database, so that its age is a metric. */
async function keep(
  { random, clock, operator }: InstallationDeps,
  { url, schema }: Owned,
  detail: { folder: string; sha256: string; databases: readonly object[] },
): Promise<void> {
  const database = openDatabase({ url, schema, max: 1 })
  try {
    const now = () => clock.now()
    await keepBackup(
      {
        transaction: (work) =>
          database.transaction((query) => work({ acts: actStore({ query, random, now }) })),
      },
      { detail, actor: operator, reason: null },
    )
  } finally {
    await database.close()
  }
}
