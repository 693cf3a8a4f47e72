import { groups } from '@cambio/wire/groups.ts'
import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { widget } from '@cambio/wire/routes/widget.ts'
import type { widgetOpening } from '@cambio/wire/routes/widgetOpening.ts'
import type { DeviceSession, Saved } from '@cambio/wire/widget/Saved.ts'
import type { CodeSent, Fields, Session } from '@cambio/wire/widget/WidgetRequests.ts'
import type * as z from 'zod/mini'
import { Quote, Status } from './openingRoutes.ts'
import { fields, list, maybe, moment, oneOf, orNull, shape, text, truth, type Shape } from './shape.ts'

/* The routes that the later steps call, with what they read: like `openingRoutes` for the first screen. */

/** The routes of the contract that the later steps call. */
type Later = Omit<
  typeof widget,
  | keyof typeof widgetOpening
  | 'endSession'
  | 'passkeyOptions'
  | 'addPasskey'
  | 'passkeyChallenge'
  | 'passkeySession'
>
type LaterRoutes = {
  readonly [Name in keyof Later]: Pick<Later[Name], 'method' | 'path'> & {
    readonly answer: Shape<z.output<Later[Name]['answer']>>
    /** What is sent; it says so for the compiler alone. */
    readonly body?: Later[Name] extends { body: infer Body extends z.ZodMiniType } ? z.input<Body> : undefined
  }
}

const codeSent = shape<z.infer<typeof CodeSent>>({ sent: oneOf(true), sandbox_code: maybe(text) })

const saved = shape<Saved>({
  cards: list(
    fields({
      id: text,
      card_number: text,
      card_type: orNull(oneOf('Visa', 'MasterCard')),
      expiry: text,
    } satisfies Of<Saved['cards']>),
  ),
  devices: list(
    fields({
      id: text,
      name: text,
      created_at: moment,
      last_used_at: moment,
      expires_at: moment,
      is_passkey: truth,
      is_this: truth,
    } satisfies Of<Saved['devices']>),
  ),
  wallets: list(
    fields({
      payout_currency: text,
      payout_group: oneOf(...groups),
      dst_address: text,
      memo: orNull(text),
    } satisfies Of<Saved['wallets']>),
  ),
})
/** A check for each item of a list. */
type Of<List extends readonly object[]> = Record<keyof List[number], (value: unknown) => boolean>

/** A refusal of an old price, with the new one. */
export const WithQuote = shape<{ quote: WidgetQuote }>({ quote: (value) => Quote.safeParse(value).success })

export const laterRoutes: LaterRoutes = {
  address: {
    method: 'POST',
    path: '/api/widget/{entry}/address',
    answer: shape<{ valid: true }>({ valid: oneOf(true) }),
  },
  code: { method: 'POST', path: '/api/widget/{entry}/code', answer: codeSent },
  session: {
    method: 'POST',
    path: '/api/widget/{entry}/session',
    answer: shape<z.infer<typeof Session>>({ session: text, expires_at: moment, device_key: maybe(text) }),
  },
  deviceSession: {
    method: 'POST',
    path: '/api/widget/{entry}/device/session',
    answer: shape<DeviceSession>({ session: text, expires_at: moment, email: text }),
  },
  saved: { method: 'GET', path: '/api/widget/{entry}/saved', answer: saved },
  forget: { method: 'POST', path: '/api/widget/{entry}/saved/forget', answer: saved },
  payer: { method: 'PUT', path: '/api/widget/{entry}/payer', answer: Status },
  place: { method: 'POST', path: '/api/widget/{entry}/order', answer: Status },
  price: { method: 'POST', path: '/api/widget/{entry}/price', answer: Status },
  refundCode: { method: 'POST', path: '/api/widget/{entry}/refund/code', answer: codeSent },
  refundAddress: { method: 'PUT', path: '/api/widget/{entry}/refund/address', answer: Status },
  confirm: { method: 'POST', path: '/api/widget/{entry}/confirm', answer: Status },
  fields: {
    method: 'POST',
    path: '/api/widget/{entry}/fields',
    answer: shape<z.infer<typeof Fields>>({
      session_id: text,
      url: (value) => typeof value === 'string' && URL.canParse(value),
    }),
  },
  charge: { method: 'POST', path: '/api/widget/{entry}/charge', answer: Status },
}
