/**
 * The name of a statement's line outside the bank's table. A bank's reference is unique only within one account, and
 * the exchange may have had another account, at another bank, before.
 */
export function lineName(iban: string, reference: string): string {
  return `${iban}:${reference}`
}

/** The name in the books of a line without an order. */
export function nameInBooks(iban: string, reference: string): string {
  return `bank:${lineName(iban, reference)}`
}
