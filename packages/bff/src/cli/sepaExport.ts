import { writeFile } from 'node:fs/promises'
import { paymentsOf, takeDue } from '@cambio/rails/sepa/BankPayments.ts'
import { paymentFile } from '@cambio/rails/sepa/paymentFile.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { CommandDeps } from './CommandDeps.ts'

/** How the operator has the bank pay what is due. */
export const sepaExport = command({
  name: 'sepa export',
  summary: [
    'Writes what is due by bank transfer into a pain.001 file for your bank, or to standard output where none is named.',
    'Each payment is in one file alone, and a file that is there already is not written over.',
    'What has left is known when the bank’s statement is imported.',
    'A file that was lost is written again by its id: never give a bank both.',
  ].join('\n'),
  words: {
    file: optional(text('[pain.001 file]')),
  },
  options: { again: optional(text('<file id>')) },
  json: z.object({
    file_id: z.nullable(z.string()),
    payments: z.number(),
    /** The pain.001 itself, where no file was named. */
    document: z.optional(z.string()),
  }),
  async run(deps: CommandDeps, { words: { file }, options: { again } }) {
    const batch = again === undefined ? await due(deps) : await written(deps, again)
    const { id, payments } = batch
    if (payments.length === 0)
      return {
        text: '',
        note: 'No payment is due; nothing was written.',
        data: { file_id: null, payments: 0 },
      }
    const document = paymentFile(deps.bankAccount, batch)
    const contents = `${payments.length === 1 ? 'one payment' : `${payments.length} payments`}. Its id is ${id}.`
    const data = { file_id: id, payments: payments.length }
    if (file === undefined)
      return { text: document, note: `The file has ${contents}`, data: { ...data, document } }
    await writeFile(file, document, { flag: 'wx', mode: 0o600 }).catch(() => {
      throw new CallRefused(
        `The file ${file} could not be written. Its payments are kept: write them with --again ${id}.`,
      )
    })
    return { text: `${file} has ${contents}`, data }
  },
})

/** Says the file's id before its payments are taken: a call that is cut off after that leaves nothing else to find them by. */
async function due({ query, random, now, progress }: CommandDeps) {
  const file = { id: `CAMBIO-${random.pick('0123456789ABCDEF', 20)}`, at: now() }
  progress?.(`What is due goes into ${file.id}. If this call is cut off, write it with --again ${file.id}.`)
  return { ...file, payments: await takeDue(query, file) }
}

async function written({ query }: CommandDeps, id: string) {
  const file = await paymentsOf(query, id)
  if (!file) throw new CallRefused(`There is no file ${id}.`)
  return { id, ...file }
}
