import type { BankLine } from './Statement.ts'

const ID_LENGTH = 11
const FIRST_PART = 5

/** Every client_order_id that a payer's text may contain, ignoring case, spaces, hyphens and line breaks. */
export function referredOrders(remittance: string): string[] {
  const text = remittance.toUpperCase().replaceAll(/[\s-]/g, '')
  const ids = new Set<string>()
  for (let start = 0; start + ID_LENGTH <= text.length; start++) {
    const window = text.slice(start, start + ID_LENGTH)
    if (/^[A-Z0-9]+$/.test(window)) ids.add(`${window.slice(0, FIRST_PART)}-${window.slice(FIRST_PART)}`)
  }
  return [...ids]
}

/**
 * Every client_order_id that a line may name: in the payer's text, in its EndToEndId, in structured references and in
 * the bank's own text.
 * @param isOurPayment whether it has the EndToEndId of a payment of ours, which contains its order's id
 */
export function ordersNamedIn(line: BankLine, isOurPayment: boolean): string[] {
  const { remittance, otherTexts, endToEndId } = line
  const called = endToEndId === null || isOurPayment ? [] : [endToEndId]
  return [...new Set([remittance, ...called, ...otherTexts].flatMap(referredOrders))]
}
