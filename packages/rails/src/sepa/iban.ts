/** An IBAN without the spaces that people write into it. */
export function compactIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** Whether a compact text is an IBAN: its form, and its check digits by ISO 7064 mod 97-10. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}
