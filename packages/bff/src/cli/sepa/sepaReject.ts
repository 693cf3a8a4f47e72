import { rejectByHand, type RejectRefusal } from '@cambio/exchange/operator/bank/rejectByHand.ts'
import type { BankPayment } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { mismatchWarnings } from './mismatchWarnings.ts'
import { rejectedAdvice } from './rejectedAdvice.ts'

/** Records by hand that the bank did not make a payment. */
export const sepaReject = command({
  name: 'sepa reject',
  summary: [
    'Records that your bank did not make a payment of a file, and never will under this id: your bank told you so by',
    'another way than a file. A refund is owed again, a partner’s balance is restored, an order that was to be paid out stops.',
    'It moves no money. Ask your bank first: if the bank makes the payment after all, it may be made twice.',
  ].join('\n'),
  words: {
    payment: required(
      text('<payment>'),
      'Name the payment by its EndToEndId, as “owed list” and “order show” do.',
    ),
  },
  options: orderActOptions,
  json: z.object({
    payment_id: z.string(),
    client_order_id: z.nullable(z.string()),
    partner_id: z.nullable(z.string()),
    amount: z.string(),
    currency: z.string(),
  }),
  async run(deps: CommandDeps, { words: { payment: id }, options: { reason, actor = deps.operator } }) {
    const outcome = await rejectByHand(operatorDeps(deps), { paymentId: id, reason, actor })
    if (outcome.is === 'refused') throw refusalOf(id, outcome)
    const payment = outcome.done
    const { purpose, amount } = payment
    const warnings = await mismatchWarnings(deps, [id])
    return {
      text: [rejectedAdvice(payment), ...warnings].join('\n'),
      data: {
        payment_id: id,
        client_order_id: orderOf(payment),
        partner_id: purpose.is === 'settlement' ? purpose.partnerId : null,
        amount: Money.format(amount),
        currency: amount.currency,
      },
    }
  },
})

function orderOf({ purpose }: BankPayment): string | null {
  return purpose.is === 'settlement' ? null : purpose.orderId
}

function refusalOf(id: string, { code }: RejectRefusal): CallRefused {
  switch (code) {
    case 'unknown':
      return new CallRefused(
        `There is no payment ${id}: “order show” shows the ids of an order’s payments. Nothing changed.`,
      )
    case 'rejected_before':
      return new CallRefused(`The payment ${id} was rejected before. Nothing changed.`)
    case 'has_left':
      return new CallRefused(
        `A statement shows that payment ${id} left your account: the statement of its return ends it. Nothing changed.`,
      )
    case 'has_returned':
      return new CallRefused(`A statement shows that payment ${id} was returned. Nothing changed.`)
    case 'not_exported':
      return new CallRefused(
        `No payment file contains payment ${id} yet, so no bank can have rejected it. Nothing changed.`,
      )
  }
}
