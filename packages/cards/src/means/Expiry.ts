/** The last month in which a card is valid: two digits and four digits, as the protocol writes them. */
export type Expiry = { readonly month: string; readonly year: string }

/** Whether that month has ended at a time, in every time zone. */
export function hasExpired({ month, year }: Expiry, at: Date): boolean {
  return Date.UTC(Number(year), Number(month), 1, 12) <= at.getTime()
}
