import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { verifyLedger, type Verdict } from '../../store/ledger/verifyLedger.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/** Verifies that the books are as they were written. */
export const ledgerVerify = command({
  name: 'ledger verify',
  summary: [
    'Proves by the chain of seals that no line of the books was altered, added or removed since it was written.',
    'Keep the end of the chain elsewhere: it proves the books up to there, even against an attacker who controls the database.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({
    intact: z.boolean(),
    postings: z.number(),
    first_altered: z.nullable(z.string()),
    // The last link of the chain of seals; null where nothing is sealed, or the books were altered.
    chain_end: z.nullable(z.object({ day: z.string(), hash: z.string() })),
  }),
  async run(deps: StoreDeps) {
    const verdict = await verifyLedger(deps)
    const { firstAltered } = verdict
    return {
      text: sentenceOf(verdict),
      data: {
        intact: firstAltered === null,
        postings: Number(verdict.postings),
        first_altered: firstAltered,
        chain_end: verdict.end,
      },
      failed: firstAltered !== null,
    }
  },
})

function sentenceOf({ firstAltered, postings, end }: Verdict): string {
  if (firstAltered !== null)
    return `The books were altered. The first row that is not as it was written: ${firstAltered}.`
  const intact = `The books are intact: ${counted(postings, 'posting is as it was', 'postings are as they were')} written.`
  return end ? `${intact}\nThe chain ends on ${end.day} with ${end.hash}.` : intact
}
