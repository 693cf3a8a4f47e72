import { orderActOptions } from '@cambio/bff/cli/actArguments.ts'
import { signed } from '@cambio/bff/cli/signed.ts'
import { operatorDeps } from '@cambio/bff/operator/operatorDeps.ts'
import { openKeys } from '@cambio/bff/store/innerKeys.ts'
import { brandOf } from '@cambio/cards/means/brand.ts'
import {
  adoptPayment,
  type Adopted,
  type AdoptPaymentRefusal,
} from '@cambio/exchange/operator/order/adoptPayment.ts'
import type { OutsidePayment } from '@cambio/exchange/payin/card/adoptedAttempt.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import * as z from 'zod/mini'
import { differingPayments } from '../backup/comparePlatform.ts'
import { keyringOf } from '../backup/keysFile.ts'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { onOwned } from '../Owned.ts'
import { programsOf, readSettings, type Settings } from '../Program.ts'
import { onDatabase } from './onDatabase.ts'

/** Books a card payment that the books do not have. */
export const adopt = command({
  name: 'adopt',
  summary: [
    'Takes in a card payment that “reconcile” lists. Its order takes it where it is there and was not paid, and goes on as',
    'after any payment; the platform is asked again about one that the order knows; and what no order takes is booked as',
    'yours, since you owe it to its buyer: give it back, or the coins.',
  ].join('\n'),
  words: { paymentId: required(text('<payment_id>'), 'Name the payment as “reconcile” does.') },
  options: orderActOptions,
  json: z.object({
    payment_id: z.string(),
    outcome: z.enum(['taken', 'asked', 'booked']),
    client_order_id: z.nullable(z.string()),
  }),
  async run(deps: InstallationDeps, { words: { paymentId }, options: { reason, actor = deps.operator } }) {
    const settings = readSettings(deps.variables)
    const { progress } = deps
    return onOwned({ programs: programsOf(settings), make: false, progress }, async (databases) => {
      const [exchange, cards] = (['exchange', 'cards'] as const).map((wanted) =>
        databases.find(({ name }) => name === wanted),
      )
      if (!exchange || !cards)
        throw new CallRefused('It takes both databases: set DATABASE_URL and CARDS_DATABASE_URL.')
      return onDatabase(exchange, async (database) => {
        const payment = await onDatabase(cards, (platform) =>
          differing({ exchange: database, cards: platform, settings }, paymentId),
        )
        const by = { actor, reason }
        const outcome = await adoptPayment(await operatorDepsOn(deps, database, settings), { payment, ...by })
        if (outcome.is === 'refused')
          throw new CallRefused(`${refusalText[outcome.code]} Nothing was changed.`)
        return answerOf(paymentId, outcome.done)
      })
    })
  },
})

/** @throws CallRefused where the books agree with the platform about it */
async function differing(
  { settings, ...between }: { exchange: Database; cards: Database; settings: Settings },
  paymentId: string,
): Promise<OutsidePayment> {
  const { wrong } = await differingPayments({ ...between, merchantId: settings.exchange.MERCHANT_KEY })
  const found = wrong.find(({ id }) => id === paymentId)
  if (!found)
    throw new CallRefused(`“reconcile” lists no payment ${paymentId}: the books have it as the platform has.`)
  const { id, mask, difference, begunAt } = found
  return { id, difference, begunAt, card: { mask, brand: brandOf(mask), issuerCountry: null, wallet: null } }
}

async function operatorDepsOn({ clock, random }: InstallationDeps, database: Database, settings: Settings) {
  const { query } = database
  const keys = await openKeys({ query, keyring: await keyringOf('exchange', settings), random })
  const transaction: Database['transaction'] = (work) => database.transaction(work)
  const now = () => clock.now()
  return operatorDeps({
    query,
    reads: query,
    transaction,
    random,
    keys,
    now,
    slots: null,
    mode: settings.exchange.MODE,
  })
}

function answerOf(paymentId: string, adopted: Adopted) {
  const orderId = adopted.is === 'booked' ? null : adopted.orderId
  return {
    text: textOf(adopted),
    data: { payment_id: paymentId, outcome: adopted.is, client_order_id: orderId },
  }
}

function textOf(adopted: Adopted): string {
  switch (adopted.is) {
    case 'taken':
      return `Order ${adopted.orderId} takes it: the exchange asks the platform about it as soon as it runs.`
    case 'asked':
      return `Order ${adopted.orderId} knows it: the exchange asks the platform about it again as soon as it runs.`
    case 'booked':
      return `No order takes it: ${signed(adopted.amount)} ${adopted.amount.currency} are booked as yours. Settle it with the buyer.`
  }
}

const refusalText: Readonly<Record<AdoptPaymentRefusal['code'], string>> = {
  order_waits:
    'Its order takes no other payment just now: start the exchange, which ends what it waits for, and try again.',
  only_held: 'Its money is held and not taken yet: try again once the platform has taken it.',
}
