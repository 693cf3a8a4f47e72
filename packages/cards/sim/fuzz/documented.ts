import * as z from 'zod/mini'

/*
 * What the platform may answer, whoever asks what. An answer that fits none of these forms is a breach, and so is one of
 * 500: there is nothing a caller can send that should make the platform fail.
 */

export type Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const amount = z.string().check(z.regex(/^\d+(\.\d{1,4})?$/))
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/))
const card = {
  card: z.string().check(z.regex(/^\d{6}\*{6}\d{4}$/)),
  card_brand: z.nullable(z.enum(['Visa', 'MasterCard'])),
  issuer_country: z.null(),
}
const named = { order_id: z.string().check(z.minLength(1), z.maxLength(510)), trans_id: z.uuid() }
const redirect = {
  redirect_url: z.optional(z.url()),
  redirect_params: z.optional(z.union([z.record(z.string(), z.string()), z.tuple([])])),
  redirect_method: z.optional(z.enum(['GET', 'POST'])),
}
const token = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const storedCard = {
  card_token: z.optional(token),
  card_expiration_date: z.optional(z.string().check(z.regex(/^(0[1-9]|1[0-2])\/\d{4}$/))),
}

const sale = z.strictObject({
  action: z.literal('SALE'),
  result: z.enum(['SUCCESS', 'DECLINED', 'REDIRECT', 'UNDEFINED']),
  status: z.enum(['PENDING', 'DECLINED', '3DS', 'REDIRECT', 'PREPARE']),
  ...named,
  trans_date: date,
  descriptor: z.string(),
  ...storedCard,
  amount,
  currency,
  decline_reason: z.optional(z.string()),
  ...redirect,
  ...card,
})
const capture = z.strictObject({
  action: z.literal('CAPTURE'),
  result: z.enum(['SUCCESS', 'DECLINED', 'UNDEFINED']),
  status: z.enum(['SETTLED', 'PENDING']),
  ...named,
  trans_date: date,
  descriptor: z.string(),
  amount,
  currency,
  decline_reason: z.optional(z.string()),
  ...card,
})
const creditvoid = z.strictObject({
  action: z.literal('CREDITVOID'),
  result: z.literal('ACCEPTED'),
  ...named,
  ...card,
})
const payment = {
  status: z.string(),
  ...named,
  amount,
  currency,
  decline_reason: z.optional(z.string()),
  ...card,
}
const status = z.strictObject({
  action: z.enum(['GET_TRANS_STATUS', 'GET_TRANS_STATUS_BY_ORDER']),
  result: z.literal('SUCCESS'),
  ...payment,
  ...redirect,
})
const details = z.strictObject({
  action: z.literal('GET_TRANS_DETAILS'),
  result: z.literal('SUCCESS'),
  ...payment,
  ...storedCard,
  name: z.string(),
  mail: z.string(),
  ip: z.string(),
  transactions: z.array(
    z.strictObject({ date, type: z.string(), status: z.enum(['success', 'waiting', 'fail']), amount }),
  ),
})

const errorNumbers = [
  100000, 400, 401, 404, 413, 429, 204002, 205005, 205006, 205007, 208001, 208003, 208004, 208005, 208006,
  208008, 208009,
]
/** Each message is the catalogue's or names one of our own fields: nothing of what was sent comes back in an error. */
const message = z
  .string()
  .check(
    z.regex(
      /^([a-z][a-z0-9_]{1,30}: (This value (should not be blank|is not valid)|Hash is not valid)\.|[A-Z][^:"<>]{5,90}\.)$/,
    ),
  )
const protocolError = z.strictObject({
  result: z.literal('ERROR'),
  error_code: z.literal(errorNumbers),
  error_message: message,
  errors: z
    .array(z.strictObject({ error_code: z.literal(errorNumbers), error_message: message }))
    .check(z.minLength(1)),
})

/** What is said of an address where nothing is, or of a method that it does not take. */
function addressError(code: 404 | 405) {
  const complaint = { error_code: z.literal(code), error_message: z.string() }
  return z.strictObject({
    result: z.literal('ERROR'),
    ...complaint,
    errors: z.array(z.strictObject(complaint)).check(z.length(1)),
  })
}

const notTaken = addressError(405)
const nothingHere = addressError(404)

const form = {
  200: z.union([sale, capture, creditvoid, status, details]),
  400: protocolError,
  405: notTaken,
  413: protocolError,
  429: protocolError,
}
const openedSession = z.strictObject({ session_id: z.string(), url: z.url() })
const readSession = z.strictObject({
  state: z.enum(['open', 'complete', 'used', 'expired']),
  card_token: z.optional(token),
  card: z.optional(card.card),
  card_brand: z.optional(card.card_brand),
  issuer_country: z.optional(card.issuer_country),
  wallet: z.optional(z.nullable(z.enum(['apple_pay', 'google_pay']))),
  card_fingerprint: z.optional(z.nullable(z.string().check(z.regex(/^[\w-]{43}$/)))),
})
const session = {
  200: z.union([openedSession, readSession]),
  400: protocolError,
  401: protocolError,
  404: z.union([protocolError, nothingHere]),
  405: notTaken,
  413: protocolError,
}
const submitCard = {
  200: z.strictObject({ state: z.literal('done') }),
  403: z.strictObject({ state: z.literal('forbidden') }),
  405: notTaken,
  409: z.strictObject({ state: z.literal('used') }),
  410: z.strictObject({ state: z.literal('expired') }),
  413: protocolError,
  422: z.strictObject({ state: z.literal('invalid') }),
}
const unknown = {
  404: nothingHere,
  405: notTaken,
  413: protocolError,
}

/** What is wrong with an answer; undefined when it is one of those that may be. */
export function breachOf(path: string, { status, headers, text }: Answered): string | undefined {
  if (status >= 500) return `It failed with status ${status}: ${text.slice(0, 300)}`
  if (!/^[0-9a-f]{32}$/.test(String(headers['x-request-id']))) return 'It has no request id of ours.'
  if (headers['x-content-type-options'] !== 'nosniff') return 'It may be sniffed.'
  if (headers['set-cookie'] !== undefined) return 'It sets a cookie.'
  if (isPage(path) && status !== 413) return pageBreach(status, text)
  if (!String(headers['content-type']).startsWith('application/json'))
    return `It is no JSON: ${text.slice(0, 300)}`
  const schema: z.ZodMiniType | undefined = Object.entries(formsOf(path)).find(
    ([number]) => Number(number) === status,
  )?.[1]
  if (schema === undefined) return `No answer of status ${status} is known: ${text.slice(0, 300)}`
  const read = schema.safeParse(JSON.parse(text))
  return read.success ? undefined : `It fits no form: ${text.slice(0, 600)}`
}

function formsOf(path: string): Readonly<Record<number, z.ZodMiniType>> {
  if (path === '/post') return form
  if (/^\/fields\/sessions\/[^/]+\/card$/.test(path)) return submitCard
  if (/^\/fields\/sessions(\/[^/]+)?$/.test(path)) return session
  return unknown
}

function isPage(path: string): boolean {
  return /^\/(verify\/3ds\/[^/]+\/[^/]+|sandbox\/3ds|sandbox\/redirect\/[^/]+\/[^/]+|fields\/frame\/[^/]+)$/.test(
    path,
  )
}

function pageBreach(status: number, text: string): string | undefined {
  if (![200, 400, 404, 405, 410].includes(status)) return `No page of status ${status} is known.`
  return /<script>|javascript:/i.test(text) ? `A page carries script: ${text.slice(0, 600)}` : undefined
}
