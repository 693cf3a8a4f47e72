import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { LevelCaps } from '../catalogue/Caps.ts'

/** The level above which there is none. */
export const HIGHEST: VerificationLevel = 'bank_statement'

/** The lowest level whose cap covers that turnover, EUR cents; the highest there is where none does. */
export function enoughLevel(caps: LevelCaps, turnoverEurCents: bigint): VerificationLevel {
  return levelAllowing(caps, turnoverEurCents) ?? HIGHEST
}

/** The lowest level whose cap covers that turnover, EUR cents; undefined where none does. */
export function levelAllowing(caps: LevelCaps, turnoverEurCents: bigint): VerificationLevel | undefined {
  return VerificationLevel.options.find((level) => caps[level] >= turnoverEurCents)
}

/** The next level that allows more than one does; undefined where none does. */
export function nextLevel(caps: LevelCaps, level: VerificationLevel): VerificationLevel | undefined {
  return VerificationLevel.options.find((other) => caps[other] > caps[level])
}
