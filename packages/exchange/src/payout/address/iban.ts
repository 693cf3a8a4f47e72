/** An IBAN without the spaces that people write into it. */
export function compactIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/**
 * What is wrong with a compact text as an account that SEPA transfers reach, for the person who typed it; undefined
 * when nothing is.
 */
export function objectionToIban(text: string): string | undefined {
  if (!isIban(text))
    return 'This is not an IBAN: its check digits do not match. Compare it with the one from your bank.'
  const length = lengths.get(text.slice(0, 2))
  if (length === undefined) return `SEPA transfers do not reach accounts in ${text.slice(0, 2)}.`
  return text.length === length
    ? undefined
    : `An IBAN that begins with ${text.slice(0, 2)} has ${length} characters; this one has ${text.length}.`
}

/** Whether a compact text is an IBAN: its form, and its check digits, 02 to 98, by ISO 7064 mod 97-10. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}

/** How long an IBAN is in each country of the SEPA schemes (IBAN registry of SWIFT; EPC409-09, geographical scope). */
const lengths: ReadonlyMap<string, number> = new Map(
  [
    'AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22',
    'IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24',
    'SM27 VA22',
  ]
    .flatMap((line) => line.split(' '))
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
