import { registerClient } from '../../client/registerClient.ts'
import { freshWallet } from '../../deposit/depositRig.ts'
import { clientKey } from '../../rig.ts'
import { createPath } from '../createOrder.ts'
import { doneDeal, shownDeal } from './deals.ts'
import type { Form, Guarantee, Table } from './Guarantee.ts'

const MINUTE_MS = 60_000
/** How long a price holds for a card: shown in the widget, and for an order of the API. */
const WIDGET_MS = MINUTE_MS
const API_MS = 15 * MINUTE_MS
/** How long the bank's question may stay open at the price that was charged. */
const CHALLENGE_MS = 5 * MINUTE_MS

type CardOrder = {
  readonly id: string
  readonly orderId: string
  readonly path: string
  readonly session: string
  readonly guaranteeMs: number
}

/** A card order of the partner's API. */
export const byPartner: Form = async (table) => guaranteedAtCharge(table, await ofPartner(table, {}))

/** A card order whose coins are sold for the partner: its price is not guaranteed. */
export const childOrder: Form = async (table) => {
  const fields = { dst_address: undefined, purchase_currency: 'USD', purchase_amount: '20.00' }
  return guaranteedAtCharge(table, { ...(await ofPartner(table, fields)), guaranteeMs: 0 })
}

/** A card order at a floating price. */
export const floating: Form = async (table) =>
  guaranteedAtCharge(table, { ...(await ofPartner(table, { is_floating_rate: 1 })), guaranteeMs: 0 })

/** A card order of the widget. */
export const inWidget: Form = async (table) => guaranteedAtCharge(table, await ofWidget(table))

/** A card order of a client's own. */
export const byClient: Form = async (table) => guaranteedAtCharge(table, await ofClient(table))

/** A card order that was charged, and whose buyer lets the bank's question wait. */
export const challenged: Form = async (table) => {
  const order = await ofWidget(table)
  const chargedAtMs = table.market.nowMs()
  if ((await table.rig.charge(order, 'challenged')).status !== 200) return null
  return {
    shown: () => shownDeal(table, order.id),
    async take() {
      const nowMs = table.market.nowMs()
      const deal = await settled(table, order)
      const isPromised = nowMs - chargedAtMs <= CHALLENGE_MS
      return deal ? { deal, promisedSinceMs: isPromised ? chargedAtMs - order.guaranteeMs : nowMs } : 'ended'
    },
  }
}

function guaranteedAtCharge(table: Table, order: CardOrder): Guarantee {
  return {
    shown: () => shownDeal(table, order.id),
    async take() {
      const atMs = table.market.nowMs()
      const charged = await table.rig.charge(order, 'held')
      if (charged.at('code') === 'quote_expired') return 'not_yet'
      if (charged.status !== 200) return 'ended'
      const deal = await settled(table, order)
      return deal ? { deal, promisedSinceMs: atMs - order.guaranteeMs } : 'ended'
    },
  }
}

async function settled(table: Table, { id, orderId }: CardOrder) {
  const attempt = (await table.rig.attempts(orderId)).at(-1)
  const platformOrderId = attempt?.platformOrderId ?? ''
  table.rig.card.becomes(platformOrderId, 'settled')
  // The buyer comes back from the bank, so that the platform is asked at once.
  await table.rig.send('GET', `/paystatus/${clientKey}/${platformOrderId}/`)
  await table.rig.live(3)
  return doneDeal(table, id)
}

async function ofPartner({ rig, name }: Table, fields: object): Promise<CardOrder> {
  const email = `${name}@example.com`
  const created = await rig.partner('POST', createPath, {
    partner_order_id: name,
    payin_currency: 'EUR',
    payin_amount: '50.00',
    payout_currency: 'ETH',
    dst_address: freshWallet(),
    client_email: email,
    client_ip: '192.0.2.7',
    remote_country: 'DE',
    ...fields,
  })
  return opened(rig, { id: name, email, redirect: created.at('redirect') })
}

async function ofClient({ rig, name }: Table): Promise<CardOrder> {
  const email = `${name}@example.com`
  const client = await registerClient(rig.exchangeRig, { client_external_id: name, email })
  const terms = {
    payin_currency: 'EUR',
    payin_amount: '50.00',
    payout_currency: 'ETH',
    dst_address: freshWallet(),
  }
  const created = await rig.widget('POST', '/api/v2/client/order/create', terms, client.session)
  return opened(rig, { id: String(created.at('client_order_id')), email, redirect: created.at('redirect') })
}

async function opened(
  rig: Table['rig'],
  { id, email, redirect }: { id: string; email: string; redirect: unknown },
): Promise<CardOrder> {
  const { pathname, searchParams } = new URL(String(redirect))
  const orderId = pathname.split('/').at(-1) ?? ''
  const entry = `${orderId}~${searchParams.get('k') ?? ''}`
  return {
    id,
    orderId,
    path: `/api/widget/${entry}`,
    session: await rig.buyerAt(entry, email),
    guaranteeMs: API_MS,
  }
}

async function ofWidget({ rig, name }: Table): Promise<CardOrder> {
  const { entry, path, session, orderId } = await rig.exchangeRig.placeOrder({
    email: `${name}@example.com`,
    fixed: { dst_address: freshWallet() },
  })
  return { id: entry, orderId, path, session, guaranteeMs: WIDGET_MS }
}
