import type * as z from 'zod/mini'
import { cardInSale } from './card/cardInSale.ts'
import type { MeansOfPayment } from './MeansOfPayment.ts'
import { networkTokenInSale } from './networkToken/networkTokenInSale.ts'

/** The kinds of means of payment. Where a SALE has the numbers of two of them, the first one counts. */
const kinds = [cardInSale, networkTokenInSale] as const

/** Every field of a SALE that carries a means of payment. */
export const meansFields = { ...cardInSale.fields, ...networkTokenInSale.fields }
export type MeansFields = z.output<z.ZodMiniObject<typeof meansFields>>

const meansFieldNames = Object.keys(meansFields)

/** The number in a SALE and the name of its field. Undefined where a token is sent instead. */
export function numberIn(
  fields: MeansFields,
): { readonly field: string; readonly number: string } | undefined {
  for (const { numberField: field } of kinds) {
    const number = fields[field]
    if (number !== undefined) return { field, number }
  }
  return undefined
}

/**
 * The means of payment in a SALE's own fields. Undefined where a token is sent instead.
 * @throws Refusal `invalid` when a field of it is missing
 */
export function readMeans(fields: MeansFields): MeansOfPayment | undefined {
  for (const kind of kinds) {
    const number = fields[kind.numberField]
    if (number !== undefined) return kind.read(fields, number)
  }
  return undefined
}

/**
 * The fields of a SALE that are ignored: those of every kind except the one it is paid by, whose own data takes
 * precedence over a token. A token has its own expiry and needs no other.
 */
export function ignoredFields(isSent: (field: string) => boolean): readonly string[] {
  const chosen = kinds.find(({ numberField }) => isSent(numberField))
  if (chosen !== undefined)
    return [...meansFieldNames.filter((name) => !(name in chosen.fields)), 'card_token']
  if (!isSent('card_token')) return []
  return ['req_token', ...meansFieldNames.filter((name) => name !== 'card_cvv2')]
}
