import { capsFor, type Snapshot } from '@cambio/exchange/catalogue/Catalogue.ts'
import { isWithinWithoutClient } from '@cambio/exchange/limit/clientNeeded.ts'
import { levelNeeded } from '@cambio/exchange/limit/levelNeeded.ts'
import { isStopped, type Order } from '@cambio/exchange/order/Order.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { turnoverWithoutClient } from '@cambio/exchange/person/checkPerson.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { readSnapshot } from '../../store/catalogue.ts'
import { clientStore } from '../../store/clients.ts'
import { inboxStore } from '../../store/inbox.ts'
import { orderActStore } from '../../store/orderActs.ts'
import { orderStore } from '../../store/orders.ts'
import { personHolds } from '../../store/personHolds.ts'
import { within, type StoreDeps } from '../../store/StoreDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn, actOnOrder, refused } from './actOnOrder.ts'
import { noSuchOrder } from './noSuchOrder.ts'
import { orderWord } from './orderWord.ts'
import { whyNotContinued } from './whyNotContinued.ts'

/** Lets an order go on that waits for its client's documents, or for the operator. */
export const orderApprove = command({
  name: 'order approve',
  summary: [
    'Lets an order go on that is pending for its client’s limit: you have seen what the client was asked for, and its',
    'level rises to what the order needs. An order that was stopped goes on where it stopped.',
  ].join('\n'),
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor = deps.operator } }) {
    const order = await orderStore(deps).find(orderId)
    if (!order) throw noSuchOrder(orderId)
    const act = { orderId, act: 'approve', reason, actor }
    if (isStopped(order)) {
      const fact = { is: 'continued', note: reason } as const
      const acted = await actOnOrder(deps, act, (before) => ({ fact, otherwise: whyNotContinued(before) }))
      return actedOn(acted, 'goes on where it stopped')
    }
    if (order.status !== 'pending') throw refused(orderId, 'waits for no approval')
    await deps.transaction(async (query) => {
      const inTransaction = within(deps, query)
      await checkAllowable({ ...inTransaction, mode: deps.mode }, order)
      await orderActStore(inTransaction).keep(act)
      // The exchange follows it: an order that goes on is priced anew, and the prices are the exchange's.
      await inboxStore(inTransaction).file({ source: 'operator', reference: orderId })
    })
    return actedOn({ after: order }, 'is approved, and the exchange lets it go on now')
  },
})

/** Without a client there is nobody whose level could rise. @throws CallRefused */
async function checkAllowableWithoutClient(deps: StoreDeps, snapshot: Snapshot, order: Order): Promise<void> {
  const turnoverEurCents = await personHolds(deps).hold(order, (hold) =>
    turnoverWithoutClient({ ...deps, snapshot }, hold, order),
  )
  const came = { turnoverEurCents, prices: null }
  if (isWithinWithoutClient(capsFor(snapshot, order.partnerId), order, came)) return
  const cap = `caps.${order.quote.payinGroup}.unverifiedEurCents`
  throw new CallRefused(
    `Nobody is known yet who buys by order ${order.id}, and what came, with what came from the same place for others, is over what may come for such orders: nothing was approved, and no money moved. It is asked about again once its buyer confirms an e-mail address at its page, whose address its partner was told. Or raise ${cap} by “tariff set” and approve it then; or end it: “order refund” gives back what came for it.`,
  )
}

/**
 * Checks that there is a level at which the order is within its client's limit: it would only be pending again.
 * @throws CallRefused
 */
async function checkAllowable(deps: StoreDeps & { mode: Mode }, order: Order): Promise<void> {
  const at = deps.now()
  const snapshot = await readSnapshot(deps.query, { at, mode: deps.mode })
  if (order.clientId === null) return checkAllowableWithoutClient(deps, snapshot, order)
  const level = await clientStore(deps).hold(order.clientId, (hold) =>
    levelNeeded(snapshot, hold, { order, at, prices: null }),
  )
  if (level !== undefined) return
  const cap = `caps.${order.quote.payinGroup}.bank_statementEurCents`
  throw new CallRefused(
    `Order ${order.id} is over the limit of every level: nothing was approved, and no money moved. Raise ${cap} by “tariff set” and approve it then; or end it: “order refund” gives back what came for it, “order cancel” ends it where nothing came.`,
  )
}
