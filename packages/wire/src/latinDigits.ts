/** The zeros of the decimal digits people type: Latin, Arabic-Indic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** The text with the digits of every script as Latin ones. */
export function latinDigits(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    const zero = zeros.find((zero) => code >= zero && code <= zero + 9)
    return zero === undefined ? character : String(code - zero)
  }).join('')
}
