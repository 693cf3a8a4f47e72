import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { partnerActStore } from '../../store/partnerActs.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions, partnerWord } from './partnerArguments.ts'

/** Books that a partner was paid from its balance. */
export const partnerPayOut = command({
  name: 'partner pay-out',
  summary:
    'Books that you paid a partner a part of its balance, by whatever way. No money moves by this call.',
  words: {
    partner: partnerWord,
    amount: required(text('<amount>'), 'Say how much, such as 100.00.'),
    currency: required(text('<currency>'), 'Say in which currency, such as EUR.'),
  },
  options: actOptions,
  json: z.object({ partner_id: z.string(), amount: z.string(), currency: z.string() }),
  async run(deps: CommandDeps, { words, options: { reason, by } }) {
    const partnerId = await partnerIdOf(deps, words.partner)
    if (partnerId === null) throw new BadCall('Name the partner.')
    const amount = amountOf(words)
    const paid = await partnerActStore(deps).payOut({ partnerId, amount, reason, actor: by ?? deps.operator })
    if (!paid) throw new BadCall(`The balance of ${words.partner} is smaller than that; nothing was booked.`)
    const told = { amount: Money.format(amount), currency: amount.currency }
    return {
      text: `Booked: ${told.amount} ${told.currency} of the balance of ${words.partner} were paid out.`,
      data: { partner_id: partnerId, ...told },
    }
  },
})

/** @throws BadCall */
function amountOf({ amount, currency }: { amount: string; currency: string }): Money.Money {
  const known = Currency.find(currency)
  if (!known) throw new BadCall(`There is no currency ${currency}.`)
  const money = Money.parse(amount, known.code)
  if (typeof money !== 'string') return money
  throw new BadCall(`Write the amount as a plain decimal of at most ${known.decimals} decimals.`)
}
