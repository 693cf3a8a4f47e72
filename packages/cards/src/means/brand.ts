/** A card's brand by its first digits, as far as they have been typed; null for others and for too few. */
export function brandOf(digits: string): 'Visa' | 'MasterCard' | null {
  if (digits.startsWith('4')) return 'Visa'
  if (/^5[1-5]/.test(digits)) return 'MasterCard'
  const series = digits.length >= 4 ? Number(digits.slice(0, 4)) : 0
  return series >= 2221 && series <= 2720 ? 'MasterCard' : null
}
