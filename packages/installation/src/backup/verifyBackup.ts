import { readManifest } from '@cambio/server/backup/Manifest.ts'
import { optional, required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { programsOf, readSettings } from '../Program.ts'
import { Proof } from './Proof.ts'
import { proofLines } from './proofLines.ts'
import { proveBooks } from './proveBooks.ts'
import { proveKeys } from './proveKeys.ts'
import { restoreBackup } from './restoreBackup.ts'
import { openScratch } from './scratch.ts'
import { BackupSize, sizeLine, sizeOf } from './sizeOf.ts'

/** Restores a back-up on trial. */
export const verifyBackup = command({
  name: 'verify-backup',
  summary: [
    'Proves that a back-up can be restored: compares every file with its checksum, restores it into databases that are removed',
    'afterwards, and proves the books there: trial balance, the sealed chain, and that what the exchange booked of each card',
    'payment is what the platform did. The databases are made on a PostgreSQL of its own, or on the one at --scratch. Keys',
    'that the settings have are tried. Nothing of the installation is read or changed.',
  ].join('\n'),
  words: {},
  options: {
    from: required(text('<folder>'), 'Say in --from which back-up to verify.'),
    scratch: optional(text('<address>')),
    through: optional(text('<command>')),
  },
  json: z.object({ verified: z.boolean(), databases: z.array(BackupSize), proofs: z.array(Proof) }),
  async run(deps: InstallationDeps, { options: { from: folder, scratch: server, through: filter } }) {
    const manifest = await readManifest(folder)
    const settings = readSettings(deps.variables)
    const { progress, random, clock } = deps
    const wanted = programsOf(settings).filter(({ name }) =>
      manifest.databases.some((each) => each.program === name),
    )
    const scratch = await openScratch(wanted, { server, progress })
    try {
      const filled = await restoreBackup({ folder, manifest, filter, progress }, scratch.databases)
      progress('proving the books')
      const merchantId = settings.exchange.MERCHANT_KEY
      const proofs = [
        ...(await proveBooks(filled, { merchantId, now: () => clock.now() })),
        ...(await proveKeys(filled, { manifest, settings, random })),
      ]
      const verified = proofs.every(({ holds }) => holds !== false)
      const sizes = manifest.databases.map(sizeOf)
      const verdict = verified
        ? 'This back-up can be restored, and its books are proved.'
        : 'This back-up can be restored, and what it holds is not whole: see what is broken.'
      return {
        text: [...sizes.map(sizeLine), ...proofLines(proofs), verdict].join('\n'),
        data: { verified, databases: sizes, proofs },
        failed: !verified,
      }
    } finally {
      await scratch.close()
    }
  },
})
