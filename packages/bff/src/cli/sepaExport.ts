import { writeFile } from 'node:fs/promises'
import { paymentsOf, takeDue } from '@cambio/rails/sepa/BankPayments.ts'
import { paymentFile } from '@cambio/rails/sepa/paymentFile.ts'
import { optional, required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { CommandDeps } from './CommandDeps.ts'

/** How the operator has the bank pay what is due. */
export const sepaExport = command({
  name: 'sepa export',
  summary: [
    'Writes what is due by bank transfer into a pain.001 file for your bank. Each payment is in one file alone.',
    'What has left is known when the bank’s statement is imported.',
    'A file that was lost is written again by its id: never give a bank both.',
  ].join('\n'),
  words: {
    file: required(text('<pain.001 file>'), 'Name the file to be written; it must not be there yet.'),
  },
  options: { again: optional(text('<file id>')) },
  json: z.object({ file_id: z.nullable(z.string()), payments: z.number() }),
  async run(deps: CommandDeps, { words: { file }, options: { again } }) {
    const batch = again === undefined ? await due(deps) : await written(deps, again)
    if (batch.payments.length === 0)
      return { text: 'No payment is due; no file was written.', data: { file_id: null, payments: 0 } }
    const { id, payments } = batch
    await writeFile(file, paymentFile(deps.bankAccount, batch), { flag: 'wx', mode: 0o600 }).catch(() => {
      throw new CallRefused(
        `The file ${file} could not be written. Its payments are kept: write them with --again ${id}.`,
      )
    })
    return {
      text: `${file} has ${payments.length === 1 ? 'one payment' : `${payments.length} payments`}. Its id is ${id}.`,
      data: { file_id: id, payments: payments.length },
    }
  },
})

async function due({ query, random, now }: CommandDeps) {
  const file = { id: `CAMBIO-${random.pick('0123456789ABCDEF', 20)}`, at: now() }
  return { ...file, payments: await takeDue(query, file) }
}

async function written({ query }: CommandDeps, id: string) {
  const file = await paymentsOf(query, id)
  if (!file) throw new CallRefused(`There is no file ${id}.`)
  return { id, ...file }
}
