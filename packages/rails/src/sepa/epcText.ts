import anyAscii from 'any-ascii'

/**
 * A text in the letters that every SEPA bank takes (EPC217-08), transliterated: ł is l, ß is ss, Ж is Zh. What has no such
 * letter is a space.
 * @param most how many letters the text may have
 */
export function epcText(text: string, most: number): string {
  return anyAscii(text.normalize('NFKC').replaceAll(/\p{Extended_Pictographic}/gu, ' '))
    .replaceAll(/[&@_;"`[\]{}]/g, (sign) => signs[sign] ?? ' ')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+]+/g, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .slice(0, most)
    .replaceAll(/^[ /]+|[ /]+$/g, '')
}

/** Signs that the EPC's conversion table has another for. */
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
