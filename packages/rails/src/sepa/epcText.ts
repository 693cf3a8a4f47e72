import anyAscii from 'any-ascii'

/**
 * A text in the letters that every SEPA bank accepts (EPC217-08), transliterated: ł is l, ß is ss, Ж is Zh. A character
 * without such a letter becomes a space.
 * @param most the largest number of letters
 */
export function epcText(text: string, most: number): string {
  return anyAscii(text.normalize('NFKC').replaceAll(/\p{Extended_Pictographic}/gu, ' '))
    .replaceAll(/[&@_;"`[\]{}]/g, (sign) => signs[sign] ?? ' ')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+]+/g, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .slice(0, most)
    .replaceAll(/^[ /]+|[ /]+$/g, '')
}

/** Characters that the EPC's conversion table replaces. */
const signs: Readonly<Record<string, string>> = {
  '&': '+',
  '@': '(at)',
  _: '-',
  ';': ',',
  '"': "'",
  '`': "'",
  '[': '(',
  '{': '(',
  ']': ')',
  '}': ')',
}
