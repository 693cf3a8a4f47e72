import * as z from 'zod/mini'
import { Group } from '../Group.ts'
import { Address, AmountInput, CurrencyCode, PartnerId } from '../http/field.ts'
import type { Breach, Code } from '../http/Problem.ts'
import { Metadata, MetadataInput } from '../partner/Metadata.ts'
import { Theme } from '../theme/Theme.ts'
import { challengePlaces } from './framing.ts'

/** The greatest tolerance of a request, basis points: a buyer who agreed to a price gets nearly that one. */
export const MOST_TOLERANCE_BPS = 100

/** A share of a price in basis points, as a number or as its digits. */
const ToleranceBps = z.pipe(
  z.union([
    z.string().check(z.regex(/^(\d{1,2}|100)$/, `Use basis points from 0 to ${MOST_TOLERANCE_BPS}`)),
    z.int().check(z.minimum(0), z.maximum(MOST_TOLERANCE_BPS)),
  ]),
  z.transform(Number),
)

const returnUrl = z.url().check(z.maxLength(1024))

/**
 * What a partner may settle beforehand. `x` is fixed, and the buyer cannot change it; `x_default` is an initial value.
 */
export const CreateRequest = z.strictObject({
  partner_order_id: z.optional(PartnerId),
  payin_amount: z.optional(AmountInput),
  payin_amount_default: z.optional(AmountInput),
  payin_currency: z.optional(CurrencyCode),
  payin_currency_default: z.optional(CurrencyCode),
  payin_group: z.optional(Group),
  payin_group_default: z.optional(Group),
  payout_amount: z.optional(AmountInput),
  payout_amount_default: z.optional(AmountInput),
  payout_currency: z.optional(CurrencyCode),
  payout_currency_default: z.optional(CurrencyCode),
  payout_group: z.optional(Group),
  payout_group_default: z.optional(Group),
  dst_address: z.optional(Address),
  http_return_success: z.optional(returnUrl),
  http_return_failed: z.optional(returnUrl),
  metadata: z.optional(MetadataInput),
  challenge: z.optional(z.enum(challengePlaces)),
  /** How much worse a price may get, in basis points, before the buyer is asked again. */
  price_tolerance_bps: z.optional(ToleranceBps),
  theme: z.optional(Theme),
})
export type CreateRequest = z.infer<typeof CreateRequest>

export const CreatedRequest = z.object({ request_id: z.string() })

export const RequestState = z.enum(['new', 'opened', 'used', 'expired', 'canceled'])
export type RequestState = z.infer<typeof RequestState>

/** A widget request as its partner finds it again. */
export const RequestData = z.object({
  request_id: z.string(),
  url: z.url(),
  state: RequestState,
  expires_at: z.string(),
  client_order_id: z.nullable(z.string()),
  metadata: z.optional(Metadata),
})

type Field = keyof CreateRequest

/** Fields that exclude each other, beside a field and its own default. */
const exclusive: readonly (readonly [Field, Field])[] = [
  ['payin_amount', 'payout_amount'],
  ['payin_amount', 'payout_amount_default'],
  ['payin_amount_default', 'payout_amount'],
  ['payin_amount_default', 'payout_amount_default'],
]

/** Fields that are either fixed or, with `_default` appended to their name, initial values. */
export const fixable = [
  'payin_amount',
  'payin_currency',
  'payin_group',
  'payout_amount',
  'payout_currency',
  'payout_group',
] as const satisfies readonly Field[]

/** Fields that require at least one of some others. */
const requires: readonly { fields: readonly Field[]; one: readonly [Field, ...Field[]] }[] = [
  { fields: ['payin_currency', 'payin_currency_default'], one: ['payin_group', 'payin_group_default'] },
  { fields: ['payin_group', 'payin_group_default'], one: ['payin_currency', 'payin_currency_default'] },
  { fields: ['payout_currency', 'payout_currency_default'], one: ['payout_group', 'payout_group_default'] },
  { fields: ['payout_group', 'payout_group_default'], one: ['payout_currency', 'payout_currency_default'] },
  { fields: ['dst_address'], one: ['payout_currency'] },
]

/**
 * Checks the rules between the fields of a request that need only the request. Every breach names two fields, one entry
 * each. The first entry's code is the problem's.
 */
export function breaches(request: CreateRequest): Breach[] {
  const isGiven = (field: Field) => request[field] !== undefined
  return [
    ...fixable
      .filter((field) => isGiven(field) && isGiven(`${field}_default`))
      .flatMap((field) => pair('fixed_and_default', field, `${field}_default`, 'Give one of them')),
    ...exclusive
      .filter(([a, b]) => isGiven(a) && isGiven(b))
      .flatMap(([a, b]) => pair('fields_incompatible', a, b, 'Give one of them')),
    ...requires.flatMap(({ fields, one }) =>
      one.some(isGiven)
        ? []
        : fields.filter(isGiven).flatMap((field) => pair('field_requires', field, one[0], 'Give both')),
    ),
  ]
}

function pair(code: Code, a: Field, b: Field, advice: string): Breach[] {
  const detail = `${a} and ${b}: ${advice}`
  return [
    { pointer: `/${a}`, code, detail },
    { pointer: `/${b}`, code, detail },
  ]
}
