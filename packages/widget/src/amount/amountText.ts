/** A wire amount without the zeros that say nothing, for a field the buyer may edit. */
export function trimZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

/** How many digits of a coin's amount people read. */
const READ_DIGITS = 6

/**
 * A wire amount to six significant digits, rounded down so that nobody is promised more than there is. The digits
 * before the point always stand in full.
 */
export function readableDigits(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length
  const read = fraction.slice(0, Math.max(0, READ_DIGITS + leading))
  return read === '' ? whole : trimZeros(`${whole}.${read}`)
}
