import { bookPaidOut, payPartnerByBank } from '@cambio/exchange/operator/partner/payPartner.ts'
import { compactIban, objectionToIban } from '@cambio/exchange/payout/address/iban.ts'
import { line, optional, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions, partnerWord } from './partnerArguments.ts'

/** Pays a partner out of its balance. */
export const partnerPayOut = command({
  name: 'partner pay-out',
  summary: [
    'Books that you paid a partner part of its balance yourself. It moves no money.',
    'With --iban it is paid by bank transfer instead, with the next “sepa export”, to --name or the partner’s own name.',
  ].join('\n'),
  words: {
    partner: partnerWord,
    amount: required(text('<amount>'), 'Give the amount, such as 100.00.'),
    currency: required(text('<currency>'), 'Give the currency, such as EUR.'),
  },
  options: { iban: optional(text('IBAN')), name: optional(line('NAME', 70)), ...actOptions },
  json: z.object({
    partner_id: z.string(),
    amount: z.string(),
    currency: z.string(),
    /** The EndToEndId of the transfer; null if none was ordered. */
    payment_id: z.nullable(z.string()),
  }),
  async run(deps: CommandDeps, { words, options: { reason, actor = deps.operator, iban, name } }) {
    const partnerId = await partnerIdOf(deps, words.partner)
    if (partnerId === null) throw new BadCall('Name the partner.')
    if (name !== undefined && iban === undefined)
      throw new BadCall('--name needs --iban; nothing was booked.')
    const amount = amountOf(words)
    const act = { partnerId, amount, reason, actor }
    const tooLittle = new CallRefused(
      `The balance of ${words.partner} is smaller than that; nothing was booked.`,
    )
    const paid = { amount: Money.format(amount), currency: amount.currency }
    if (iban === undefined) {
      const outcome = await bookPaidOut(operatorDeps(deps), act)
      if (outcome.is === 'refused') throw tooLittle
      return {
        text: `Booked: ${paid.amount} ${paid.currency} of the balance of ${words.partner} were paid out.`,
        data: { partner_id: partnerId, ...paid, payment_id: null },
      }
    }
    const transfer = { ...act, iban: readIban(iban, amount), name: name ?? null }
    const outcome = await payPartnerByBank(operatorDeps(deps), transfer)
    if (outcome.is === 'refused') throw tooLittle
    return {
      text: `${paid.amount} ${paid.currency} leave for ${transfer.iban} with the next “sepa export”, as payment ${outcome.done}.`,
      data: { partner_id: partnerId, ...paid, payment_id: outcome.done },
    }
  },
})

/** @throws BadCall */
function amountOf({ amount, currency }: { amount: string; currency: string }): Money.Money {
  const asset = Currency.find(currency)
  if (!asset) throw new BadCall(`There is no currency ${currency}.`)
  const money = Money.parse(amount, asset.code)
  if (typeof money !== 'string') return money
  throw new BadCall(`Write the amount as a plain decimal of at most ${asset.decimals} decimals.`)
}

/** @throws BadCall */
function readIban(text: string, { currency }: Money.Money): string {
  if (currency !== 'EUR') throw new BadCall('A SEPA transfer is in EUR; nothing was booked.')
  const iban = compactIban(text)
  const objection = objectionToIban(iban)
  if (objection === undefined) return iban
  throw new BadCall(`${objection} Nothing was booked.`)
}
