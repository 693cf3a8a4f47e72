import type { Route } from '@cambio/wire/http/route.ts'
import type { StatementRow } from '@cambio/wire/partner/PartnerAccount.ts'
import * as z from 'zod/mini'
import recorded from './answers.json' with { type: 'json' }
import {
  ada,
  alan,
  exampleCode,
  exampleDelivery,
  exampleEndpoint,
  exampleOrder,
  examplePassword,
  exampleRequest,
  exampleSessions,
  exampleToken,
  exampleWithdrawals,
} from './exampleIds.ts'

/** The fields of a body: texts, lists of them, and objects of both. */
export type ExampleBody = { readonly [field: string]: ExampleValue }
export type ExampleValue = string | readonly string[] | ExampleBody

/** Whether a value is a list, which the language's own check does not say of one that is read-only. */
export function isList(value: ExampleValue): value is readonly string[] {
  return Array.isArray(value)
}

/** An example of a call: the parts that its route reads. */
type Example = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: ExampleBody
}

/** The session in an example of a client's or a buyer's call. */
export function sessionOf(name: string): string {
  if (name === 'client.endSession') return exampleSessions.toEnd
  return name === 'client.changePassword' ? exampleSessions.toChangePassword : exampleSessions.open
}

/** An example of a call of a route, by its group and name: all of its fields that have a value here. */
export function exampleOf(name: string, { params, query, body }: Route): Example {
  const own = { ...values, ...others[name] }
  const lists = structured[name] ?? {}
  const valuesOf = (part: z.ZodMiniObject | undefined) =>
    Object.fromEntries(
      Object.keys(part?.shape ?? {}).flatMap((field) => {
        const value = own[field]
        return value === undefined ? [] : [[field, value]]
      }),
    )
  return { params: valuesOf(params), query: valuesOf(query), body: { ...valuesOf(body), ...lists } }
}

/** The sandbox's answer to the example, with shortened lists. `pnpm examples` renews it. */
export function answerOf(name: string, { answer }: Route): unknown {
  const other = borrowed[name]
  if (Object.hasOwn(written, name)) return written[name]
  return other === undefined ? answers[name] : z.safeParse(answer, answers[other]).data
}

/** Calls whose example is refused because its subject does not exist, and the call whose answer contains theirs. */
export const borrowed: Readonly<Record<string, string>> = {
  'widget.price': 'widget.view',
  'widget.refundCode': 'widget.code',
  'widget.refundAddress': 'widget.view',
  'widget.confirm': 'widget.place',
}

/** Answers that a fresh sandbox cannot give, since it has no such data yet. */
export const written: Readonly<Record<string, object>> = {
  'partnerAccount.statement': {
    at: '2026-03-01 09:30:00.123000',
    entry_id: 'GB7Q9-040820:sold',
    kind: 'order',
    client_order_id: 'GB7Q9-040820',
    currency: 'EUR',
    amount: '96.40',
    balance: '1204.15',
  } satisfies StatementRow,
}

const answers: Readonly<Record<string, unknown>> = z.parse(z.record(z.string(), z.unknown()), recorded)

/** The sandbox's answer to a refused example: a price for less than the minimum of an order. */
export const problemExample: unknown = answers['problem']

/** Values of fields, wherever they occur. A field that is not here is left out of the examples. */
const values: Readonly<Record<string, string>> = {
  after: '0',
  answer: 'accept',
  address: 'Example Street 1',
  birth_date: '1990-12-31',
  challenge: 'frame',
  channel: 'sms',
  city: 'Berlin',
  client_external_id: ada.client_external_id,
  client_ip: '203.0.113.7',
  client_order_id: exampleOrder.client_order_id,
  code: exampleCode,
  country: 'DE',
  currency: 'ETH',
  current: examplePassword,
  delivery_id: exampleDelivery.delivery_id,
  description: 'Bookkeeping',
  direction: 'payin',
  device_id: '6f1f0f8e-52c1-4a3e-9d0b-7d3c2b1a0f9e',
  device_key: 'b4ea0f7c1d5e49a28c63d7e0f1a2b3c4d5e6f708',
  dst_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  email: ada.email,
  endpoint_id: exampleDelivery.endpoint_id,
  entry: 'b4ea0f7c1d5e49a28c63',
  external_id: ada.client_external_id,
  first_name: 'Ada',
  last_name: 'Example',
  limit: '20',
  locale: 'de-AT',
  method: 'Visa',
  name: 'BTC-EUR',
  new: 'staple battery horse correct',
  origin: 'https://shop.example.com',
  page: '1',
  partner_order_id: exampleOrder.partner_order_id,
  password: examplePassword,
  payin_amount: '100.00',
  payin_currency: 'EUR',
  payin_group: 'card',
  payout_currency: 'ETH',
  payout_group: 'crypto',
  phone: '+49 30 123456',
  plugin_name: 'woocommerce',
  postal_code: '10115',
  provider: 'sandbox',
  purchase_amount: '25.00',
  purchase_currency: 'EUR',
  quote_id: 'b4ea0f7c1d5e49a28c63',
  remember: '1',
  remote_country: 'DE',
  request_id: exampleRequest.request_id,
  rows: '20',
  session_id: 'b4ea0f7c1d5e49a28c63',
  sms_text: 'Your order has been paid out.',
  state: 'Berlin',
  step: 'address',
  ts: exampleToken,
  website: 'https://shop.example.com',
}

const examplePasskey = { id: 'KEDetxZcUfinhVi6Za5nZQ', rawId: 'KEDetxZcUfinhVi6Za5nZQ', type: 'public-key' }
const exampleClientData = 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'

/** Fields of bodies that are lists or objects, by group and name. */
const structured: Readonly<Record<string, ExampleBody>> = {
  'widget.addPasskey': {
    credential: {
      ...examplePasskey,
      response: {
        clientDataJSON: exampleClientData,
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
        transports: ['internal', 'hybrid'],
      },
    },
  },
  'widget.passkeySession': {
    credential: {
      ...examplePasskey,
      response: {
        clientDataJSON: exampleClientData,
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAA',
        signature: 'MEUCIQCgU4m9s0jM',
        userHandle: 'aGFuZGxl',
      },
    },
  },
  'partnerAccount.addEndpoint': { events: ['client_order.finished', 'client_order.refunded'] },
  // Other origins would close the sandbox's own shop to whoever sends the example.
  'partnerAccount.changeAccount': { theme: { tokens: { radius: '12px' } } },
}

/** Other values, or omitted fields, of routes whose fields do not go together otherwise, by group and name. */
const others: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  'partner.orderList': { client_external_id: undefined, include: 'order' },
  'partner.orderReport': { client_external_id: undefined, format: 'jsonl' },
  'partner.createOrder': { partner_order_id: 'order-1002' },
  'partner.createRequest': { partner_order_id: 'order-1003' },
  'partner.request': { partner_order_id: 'order-1003' },
  'partner.cancelRequest': { partner_order_id: 'order-1003' },
  'partner.confirmOrder': { uuid: exampleWithdrawals.partner.uuid },
  'client.confirmOrder': { uuid: exampleWithdrawals.client.uuid },
  'shopPlugin.purchaseUrl': { partner_order_id: 'order-1007' },
  'partnerClient.setPassword': { client_external_id: alan.client_external_id },
  'partnerClient.resetPassword': { email: alan.email },
  'partnerClient.register': { client_external_id: 'client-8', email: 'grace@example.com' },
  'partnerAccount.rotateCredentials': { which: 'secret' },
  'partnerAccount.statement': { currency: 'EUR', format: 'jsonl' },
  'partnerAccount.addEndpoint': { url: 'https://books.example.com/callbacks' },
  'partnerAccount.changeEndpoint': {
    endpoint_id: exampleEndpoint.endpoint_id,
    description: 'Fraud desk',
    state: 'on',
  },
  'partnerAccount.rotateEndpoint': { endpoint_id: exampleEndpoint.endpoint_id },
  'partnerAccount.removeEndpoint': { endpoint_id: exampleEndpoint.endpoint_id },
  'partnerAccount.deliveries': { client_order_id: undefined, state: undefined },
  'partnerAccount.resendDeliveries': { from: '1772357400', until: '1772443800', state: 'failed' },
  // The widget request of the example has its address from the partner.
  'widget.draft': { dst_address: undefined },
  'widget.place': { dst_address: undefined },
}
