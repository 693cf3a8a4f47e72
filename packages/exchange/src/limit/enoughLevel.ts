import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { LevelCaps } from '../catalogue/Caps.ts'

/** The highest level. */
export const HIGHEST: VerificationLevel = 'bank_statement'

/** The lowest level whose cap covers a turnover, EUR cents; the highest level where none does. */
export function enoughLevel(caps: LevelCaps, turnoverEurCents: bigint): VerificationLevel {
  return levelAllowing(caps, turnoverEurCents) ?? HIGHEST
}

/** The lowest level whose cap covers a turnover, EUR cents; undefined where none does. */
export function levelAllowing(caps: LevelCaps, turnoverEurCents: bigint): VerificationLevel | undefined {
  return VerificationLevel.options.find((level) => caps[level] >= turnoverEurCents)
}

/** The next level that allows more than a given one; undefined where none does. */
export function nextLevel(caps: LevelCaps, level: VerificationLevel): VerificationLevel | undefined {
  return VerificationLevel.options.find((other) => caps[other] > caps[level])
}
