import anyAscii from 'any-ascii'

/**
 * The words of a name in plain Latin letters, folded so far that two ways of writing one name are the same words: without
 * case, accents and apostrophes, and with what passports (ICAO 9303), banks and people write differently made one. Ü is
 * u, ue or ü, ø is o or oe, Я is ia or ya, Х is kh or h.
 */
export function nameWords(name: string): string[] {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return anyAscii(bare.replaceAll('ου', 'ou'))
    .toLowerCase()
    .replaceAll(/['`]/g, '')
    .split(/[^a-z0-9]+/)
    .map(foldedWord)
    .filter((word) => word !== '')
}

function foldedWord(word: string): string {
  return word
    .replaceAll(/[yj]/g, 'i')
    .replaceAll('kh', 'h')
    .replaceAll('ks', 'x')
    .replaceAll('w', 'v')
    .replaceAll(/([aou])e/g, '$1')
    .replaceAll(/(.)\1+/g, '$1')
}
