import { writeFile } from 'node:fs/promises'
import type { ByOptionalReason } from '@cambio/exchange/operator/act.ts'
import { exportAgain } from '@cambio/exchange/operator/bank/exportAgain.ts'
import { exportPayments, type Exported, type LeftOut } from '@cambio/exchange/operator/bank/exportPayments.ts'
import { paymentFile } from '@cambio/rails/sepa/paymentFile.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { rejectedAdvice } from './rejectedAdvice.ts'

const LeftOutPayment = z.object({
  payment_id: z.string(),
  client_order_id: z.nullable(z.string()),
  iban: z.string(),
  reason: z.string(),
})

/** Writes the due bank transfers into a payment file. */
export const sepaExport = command({
  name: 'sepa export',
  summary: [
    'Writes the due bank transfers into a pain.001 file for your bank, or to standard output if none is named.',
    'Each payment is in one file alone, and an existing file is not overwritten.',
    'Payments of stopped orders wait until you have decided: “owed list” shows those.',
    'A payment has left once the bank’s statement says so.',
    'A payment that your bank could not make, such as one to an account outside SEPA, is left out and',
    'named, and its order waits for you.',
    'A lost file can be written again by its id: never give a bank both.',
  ].join('\n'),
  words: {
    file: optional(text('[pain.001 file]')),
  },
  options: { again: optional(text('<file id>')), ...optionalReasonOptions },
  json: z.object({
    file_id: z.nullable(z.string()),
    payments: z.number(),
    /**
     * Due payments that wait for the operator, because their order does or because money may have left for them
     * already.
     */
    waiting: z.number(),
    /** Payments that no bank could make: they are rejected and in no file. Left out if there are none. */
    left_out: z.optional(z.array(LeftOutPayment)),
    /** The pain.001 itself, if no file was named. */
    document: z.optional(z.string()),
  }),
  async run(deps: CommandDeps, { words: { file }, options }) {
    const { again, reason = null, actor = deps.operator } = options
    const by = { actor, reason }
    const exported = again === undefined ? await due(deps, by) : await written(deps, again, by)
    const { leftOut } = exported
    const { stopped, inDoubt } = exported.waiting
    const waiting = stopped + inDoubt
    const note = [
      waitingText(stopped),
      doubtText(inDoubt),
      ...leftOut.map((each) => `\n${leftOutText(each)}`),
    ].join('')
    const left_out = leftOut.length === 0 ? undefined : leftOut.map(leftOutData)
    const { id, payments } = exported.file
    if (payments.length === 0)
      return {
        text: '',
        note: `No payment is due; nothing was written.${note}`,
        data: { file_id: null, payments: 0, waiting, ...(left_out && { left_out }) },
      }
    const document = paymentFile(deps.bankAccount, exported.file)
    const count = payments.length === 1 ? 'one payment' : `${payments.length} payments`
    const contents = `${count}. Its id is ${id}.${note}`
    const data = { file_id: id, payments: payments.length, waiting, ...(left_out && { left_out }) }
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

function waitingText(waiting: number): string {
  if (waiting === 0) return ''
  const [count, whose] =
    waiting === 1 ? ['1 payment waits', 'its order was'] : [`${waiting} payments wait`, 'their orders were']
  return ` ${count}, since ${whose} stopped: “owed list” shows why.`
}

function doubtText(inDoubt: number): string {
  if (inDoubt === 0) return ''
  const waits = counted(inDoubt, 'payment waits', 'payments wait')
  return ` ${waits}, since money left by an earlier payment that your bank had rejected: “owed list” names it; run “owed settle” once that is cleared up.`
}

/**
 * Puts the due payments into a file. Its id is printed first: after an interrupted call, only the id finds the
 * payments.
 * @throws CallRefused while pay-outs are paused
 */
async function due(deps: CommandDeps, by: ByOptionalReason): Promise<Exported> {
  const outcome = await exportPayments(operatorDeps(deps), {
    ...by,
    beforeTaking: (id) =>
      deps.progress?.(
        `The due payments go into ${id}. If this call is cut off, write the file with --again ${id}.`,
      ),
  })
  if (outcome.is === 'done') return outcome.done
  if (outcome.code === 'paused') throw paused()
  return { file: { id: '', at: deps.now(), payments: [] }, leftOut: [], waiting: outcome.waiting }
}

/** @throws CallRefused if there is nothing to write again */
async function written(deps: CommandDeps, id: string, by: ByOptionalReason): Promise<Exported> {
  const outcome = await exportAgain(operatorDeps(deps), { fileId: id, ...by })
  if (outcome.is === 'done') return { file: outcome.done, leftOut: [], waiting: { stopped: 0, inDoubt: 0 } }
  if (outcome.code === 'paused') throw paused()
  throw new CallRefused(
    outcome.code === 'no_such_file'
      ? `There is no file ${id}.`
      : `Your bank has rejected all payments of ${id}: written again, they would be made beside those that took their place.`,
  )
}

function leftOutText({ due: { id, iban }, payment, reason }: LeftOut): string {
  return `Left out: ${id}, to ${iban}. ${reason}\n${rejectedAdvice(payment)}`
}

function leftOutData({ due: { id, orderId, iban }, reason }: LeftOut): z.infer<typeof LeftOutPayment> {
  return { payment_id: id, client_order_id: orderId, iban, reason }
}

function paused(): CallRefused {
  return new CallRefused(
    'Pay-outs in EUR are paused, and no file was written: “payout continue” resumes them.',
  )
}
