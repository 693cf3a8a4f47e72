import { chart } from '@cambio/exchange/books/chart.ts'
import { clientOrderData } from '@cambio/exchange/order/data/clientOrderData.ts'
import { datetime } from '@cambio/exchange/order/time.ts'
import { confirmWithdrawal } from '@cambio/exchange/payin/balance/confirmWithdrawal.ts'
import type { Withdrawal } from '@cambio/exchange/payin/balance/WithdrawalStore.ts'
import { placeForClient } from '@cambio/exchange/place/placeForClient.ts'
import { discountFor } from '@cambio/exchange/price/discount.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { checkServed } from '../authenticate/checkServed.ts'
import { openSession } from '../authenticate/openSession.ts'
import { afterAsking } from '../http/afterAsking.ts'
import type { Handlers } from '../http/Handler.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Stores } from '../store/stores.ts'
import { listBalances, oneBalance } from './balances.ts'
import { clientLimits } from './clientLimits.ts'
import { changePasswordRoute } from './clientPasswords.ts'
import { confirmedOrder, createdOrder } from './createdOrder.ts'
import { boundedFee } from './partner/boundedFee.ts'
import { clientOrderListHandler } from './partner/orderList.ts'
import { withOutsideAnswers } from './withOutsideAnswers.ts'

/** The routes of a partner's client. */
export function clientRoutes(exchange: Exchange): Handlers['client'] {
  const { catalogue, rates, mode, cell, clock, random, deposits, payout, oracles, baseUrl } = exchange
  const deps = { catalogue, rates, mode, cell, random, deposits, payout, oracles, now: () => clock.now() }
  return {
    async openSession({ body, stores }) {
      const recognised = await stores.loginTokens.take(body.ts, deps.now())
      if (recognised === undefined)
        throw new Refusal('ts_invalid', 'Log in again for a new token; no session was opened')
      await checkClientServed(stores, recognised.id)
      const { session, expiresAt } = await openSession({ ...deps, ...stores }, recognised, { by: 'login' })
      return { session, expires_at: datetime(expiresAt) }
    },
    balances: ({ client, stores }) => listBalances(stores, chart.clientBalance(client.id)),
    balance: ({ client, params, stores }) => oneBalance(stores, chart.clientBalance(client.id), params),
    async confirmOrder({ client, body, stores }) {
      const isTheirs = (withdrawal: Withdrawal) => withdrawal.clientId === client.id
      const order = await confirmWithdrawal({ ...deps, ...stores }, { ...body, isTheirs })
      const { partner_order_id: _partners, metadata: _notes, ...confirmed } = confirmedOrder(order)
      return confirmed
    },
    ...changePasswordRoute(exchange),
    async endSession({ session, stores }) {
      await stores.sessions.end(session)
      return { ended: 1 }
    },
    createOrder: afterAsking(
      ({ body }) => withOutsideAnswers(deps, body.dst_address),
      async ({ partner, client, body, stores, clientIp }, outside) => {
        const input = { partner, client, clientIp, terms: body }
        const placed = await placeForClient({ ...deps, ...outside, ...stores }, input)
        const created = createdOrder(baseUrl, placed)
        if ('uuid' in created) return created
        const { partner_order_id: _partners, metadata: _notes, ...own } = created
        return own
      },
    ),
    orderList: clientOrderListHandler(exchange),
    async fee({ partner, client, body, stores }) {
      const { free_first: freeFirst = true, ...terms } = body
      const whose = { partner, clientId: client.id, coupon: undefined, freeFirst }
      const discount = await discountFor({ ...deps, ...stores }, whose)
      const { answer, ...at } = await boundedFee(exchange, { partner, terms, discount })
      return { ...answer, limits: await clientLimits(exchange, stores, { client, ...at }) }
    },
    async order({ client, params, stores }) {
      const order = await stores.orders.find(params.client_order_id)
      if (order?.clientId !== client.id) throw new Refusal('order_unknown')
      return clientOrderData(order, clock.now())
    },
  }
}

/** @throws Refusal partner_moved, partner_suspended */
async function checkClientServed(stores: Stores, clientId: string): Promise<void> {
  const client = await stores.clients.find(clientId)
  const partner = client && (await stores.partners.find(client.partnerId))
  if (partner) checkServed(partner)
}
