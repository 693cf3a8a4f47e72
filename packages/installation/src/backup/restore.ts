import { readManifest } from '@cambio/server/backup/Manifest.ts'
import { optional, required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { onOwned } from '../Owned.ts'
import { programsOf, readSettings } from '../Program.ts'
import { Proof } from './Proof.ts'
import { proofLines } from './proofLines.ts'
import { proveKeys } from './proveKeys.ts'
import { restoreBackup } from './restoreBackup.ts'
import { settle } from './settle.ts'
import { settleMonths } from './settleMonths.ts'
import { BackupSize, sizeLine, sizeOf } from './sizeOf.ts'

/** Restores a back-up. */
export const restore = command({
  name: 'restore',
  summary: [
    'Restores a back-up into empty databases, with the owner’s addresses, and brings them up to date. One that is not empty',
    'is refused. Pay-outs are paused from then on: what left after the back-up is not in its books, and must not leave again.',
    'Compare with the chain, the bank and the platform first, then “payout continue all”.',
  ].join('\n'),
  words: {},
  options: {
    from: required(text('<folder>'), 'Say in --from which back-up to restore.'),
    through: optional(text('<command>')),
  },
  json: z.object({
    databases: z.array(BackupSize),
    keys: z.array(Proof),
    payouts: z.literal('paused'),
    /** Tables that were divided by month, and are not any more. */
    undivided: z.array(z.string()),
  }),
  async run(deps: InstallationDeps, { options: { from: folder, through: filter } }) {
    const manifest = await readManifest(folder)
    const settings = readSettings(deps.variables)
    const { progress, random } = deps
    const wanted = programsOf(settings).filter(({ name }) =>
      manifest.databases.some((each) => each.program === name),
    )
    return onOwned({ programs: wanted, make: true, progress }, async (databases) => {
      const filled = await restoreBackup({ folder, manifest, filter, progress }, databases)
      const at = manifest.databases.map((each) => each.at)
      await settle(deps, { databases: filled, settings, detail: { folder, at } })
      const { undivided, sentences } = await settleMonths(filled, manifest)
      const keys = await proveKeys(filled, { manifest, settings, random })
      const sizes = manifest.databases.map(sizeOf)
      const lines = [
        ...sizes.map(sizeLine),
        ...proofLines(keys),
        ...sentences,
        'Restored. Pay-outs are paused: compare with the chain, the bank and the card platform before “payout continue all”.',
      ]
      return {
        text: lines.join('\n'),
        data: { databases: sizes, keys, payouts: 'paused' as const, undivided: [...undivided] },
        failed: keys.some(({ holds }) => holds === false),
      }
    })
  },
})
