import { digestOf } from '@cambio/server/backup/storedFile.ts'
import { repeated, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { verifyLedger, type Verdict } from '../../store/ledger/verifyLedger.ts'
import { bookArchives } from '../../store/partitions/bookArchives.ts'
import { sealArchives } from '../../store/partitions/sealArchives.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/** Verifies that the books are as they were written. */
export const ledgerVerify = command({
  name: 'ledger verify',
  summary: [
    'Proves by the chain of seals that no line of the books was altered, added or removed since it was written.',
    'Keep the end of the chain elsewhere: it proves the books up to there, even against an attacker who controls the database.',
    'Name in --archive each file that “partitions archive” wrote of ledger_seal or posting: it proves the journals and lines of before.',
  ].join('\n'),
  words: {},
  options: { archive: repeated(text('<file>')) },
  json: z.object({
    intact: z.boolean(),
    postings: z.number(),
    // Journals that were only counted: their seals are in an archive that was not named.
    unproved_journals: z.number(),
    // Postings that were only counted: they are in an archive that was not named.
    unproved_postings: z.number(),
    first_altered: z.nullable(z.string()),
    // The last link of the chain of seals; null where nothing is sealed, or the books were altered.
    chain_end: z.nullable(z.object({ day: z.string(), hash: z.string() })),
  }),
  async run(deps: StoreDeps, { options: { archive: paths } }) {
    const verdict = await verifyLedger(deps, await archivesAt(deps, paths))
    const { firstAltered } = verdict
    return {
      text: sentenceOf(verdict),
      data: {
        intact: firstAltered === null,
        postings: Number(verdict.postings),
        unproved_journals: Number(verdict.unproved),
        unproved_postings: Number(verdict.unprovedPostings),
        first_altered: firstAltered,
        chain_end: verdict.end,
      },
      failed: firstAltered !== null,
    }
  },
})

/** Archives of seals and of lines by their SHA-256. @throws CallRefused for a file that is none, or was altered */
async function archivesAt(
  { query }: Pick<StoreDeps, 'query'>,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const archives = [...(await sealArchives(query)), ...(await bookArchives(query))]
  const known = new Set(archives.map(({ sha256 }) => sha256))
  const files = new Map<string, string>()
  for (const path of paths) {
    const sha256 = await digestOf(path).catch(() => {
      throw new CallRefused(`${path} cannot be read.`)
    })
    if (!known.has(sha256))
      throw new CallRefused(
        `${path} is no archive of seals or postings as one was written: it was altered, or is another file. Nothing was verified.`,
      )
    files.set(sha256, path)
  }
  return files
}

function sentenceOf({ firstAltered, postings, unproved, unprovedPostings, end }: Verdict): string {
  if (firstAltered !== null)
    return `The books were altered. The first row that is not as it was written: ${firstAltered}.`
  return [
    `The books are intact: ${counted(postings, 'posting is as it was', 'postings are as they were')} written.`,
    ...(unproved > 0n
      ? [
          `${counted(unproved, 'older journal was', 'older journals were')} counted and not proved: their seals are archived. Name the files in --archive.`,
        ]
      : []),
    ...(unprovedPostings > 0n
      ? [
          `${counted(unprovedPostings, 'older posting is', 'older postings are')} archived, and counted by their journals. Name the files in --archive.`,
        ]
      : []),
    ...(end ? [`The chain ends on ${end.day} with ${end.hash}.`] : []),
  ].join('\n')
}
