import * as z from 'zod/mini'

/*
 * How a page and the card platform's hosted fields communicate. The page may be any merchant's; the card number never
 * crosses this line.
 *
 *   page (parent_origin)                          frame (card platform's origin)
 *     |  <iframe src = url of the fields session>    |
 *     |  <------------- hello {session_id} --------- |   window.postMessage, target = parent_origin
 *     |  --- init {locale, theme} + MessagePort ---> |   window.postMessage, target = the platform's origin
 *     |  <= state, resize, entered, done, failed == |   on the port
 *     |  ===== submit, theme, locale, focus =======> |   on the port
 *
 * The page checks source and origin of hello; the frame takes one port and only from parent_origin. `done` says that
 * the card was handed in and nothing else: the merchant's server asks the platform for the token.
 */

export const marker = 'cambio-card-fields'

export const Hello = z.object({
  channel: z.literal(marker),
  kind: z.literal('hello'),
  session_id: z.string(),
})
export type Hello = z.infer<typeof Hello>

/** Theme tokens a page may set; values are checked by the frame before they become CSS. */
export const Theme = z.partialRecord(
  z.enum([
    'text',
    'muted',
    'background',
    'surface',
    'border',
    'accent',
    'danger',
    'radius',
    'font_size',
    'font',
  ]),
  z.string().check(z.maxLength(64), z.regex(/^[#a-zA-Z0-9(),.% -]+$/)),
)
export type Theme = z.infer<typeof Theme>

export const Init = z.object({
  channel: z.literal(marker),
  kind: z.literal('init'),
  locale: z.optional(z.string().check(z.maxLength(35))),
  theme: z.optional(Theme),
})
export type Init = z.infer<typeof Init>

export const FieldName = z.enum(['number', 'expiry', 'code'])
export type FieldName = z.infer<typeof FieldName>

/** Messages from the frame to the page, on the port. */
export const FromFrame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('state'),
    complete: z.boolean(),
    brand: z.nullable(z.enum(['Visa', 'MasterCard'])),
    invalid: z.array(FieldName),
  }),
  z.object({ kind: z.literal('resize'), height: z.number().check(z.minimum(0), z.maximum(4000)) }),
  /** The buyer pressed Enter in a complete form, which means the page's own button. */
  z.object({ kind: z.literal('entered') }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), code: z.enum(['invalid', 'expired', 'used', 'unreachable']) }),
])
export type FromFrame = z.infer<typeof FromFrame>

/** Messages from the page to the frame, on the port. */
export const ToFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('submit') }),
  z.object({ kind: z.literal('theme'), theme: Theme }),
  z.object({ kind: z.literal('locale'), locale: z.string().check(z.maxLength(35)) }),
  z.object({ kind: z.literal('focus'), field: FieldName }),
])
export type ToFrame = z.infer<typeof ToFrame>
