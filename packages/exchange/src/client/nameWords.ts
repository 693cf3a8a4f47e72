import { createRequire } from 'node:module'

/**
 * The words of a name in plain Latin letters, folded so that two spellings of one name give the same words. Case,
 * accents and apostrophes are dropped, and spellings that differ between passports (ICAO 9303), banks and people become
 * one. Ü is u, ue or ü, ø is o or oe, Я is ia or ya, Х is kh or h.
 */
export function nameWords(name: string): string[] {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return inLatin(bare.replaceAll('ου', 'ou'))
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

const require = createRequire(import.meta.url)

/** A text in plain Latin letters. The tables for all others are large, so they are loaded with the first text that has some. */
function inLatin(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text
  const { default: anyAscii }: typeof import('any-ascii') = require('any-ascii')
  return anyAscii(text)
}
