/** A wire amount without insignificant zeros, for a field that the buyer may edit. */
export function trimZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

/** How many digits of a coin's amount are shown. */
const READ_DIGITS = 6

/**
 * A wire amount to six significant digits, rounded down so that the buyer is not promised more than there is. The
 * digits before the point are always complete.
 */
export function readableDigits(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length
  const read = fraction.slice(0, Math.max(0, READ_DIGITS + leading))
  return read === '' ? whole : trimZeros(`${whole}.${read}`)
}
