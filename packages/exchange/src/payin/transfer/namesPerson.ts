/**
 * Whether a bank's name for a payer names a person, whatever the order, case and accents: every word of the person's
 * name stands in it. It may say more, such as a title or another owner of the account.
 */
export function namesPerson(payer: string, person: string): boolean {
  const written = wordsOf(payer)
  const words = wordsOf(person)
  return words.length > 0 && words.every((word) => written.includes(word))
}

/** Letters that are no plain letter with an accent, as banks write them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** The words of a name, folded so far that two ways of writing it are one. Ü is written u by one bank and ue by another. */
function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .replaceAll(/[ßæøœłđðþı]/g, (letter) => plain[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
