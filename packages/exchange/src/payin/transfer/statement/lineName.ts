/**
 * How a line of a statement is called outside of the bank's table. A bank's reference tells the lines of one account from
 * each other; the exchange may have had another account before, and so another bank.
 */
export function lineName(iban: string, reference: string): string {
  return `${iban}:${reference}`
}

/** How a line that is no order's is called in the books. */
export function nameInBooks(iban: string, reference: string): string {
  return `bank:${lineName(iban, reference)}`
}
