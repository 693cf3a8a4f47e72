import anyAscii from 'any-ascii'

/**
 * The words of a name in plain Latin letters, folded so that two spellings of one name give the same words. Case,
 * accents and apostrophes are dropped, and spellings that differ between passports (ICAO 9303), banks and people become
 * one. Ü is u, ue or ü, ø is o or oe, Я is ia or ya, Х is kh or h.
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
