import { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { LevelCaps } from '../catalogue/Caps.ts'

/** The lowest level whose cap covers that turnover, EUR cents; the highest there is where none does. */
export function enoughLevel(caps: LevelCaps, turnoverEurCents: bigint): VerificationLevel {
  return VerificationLevel.options.find((level) => caps[level] >= turnoverEurCents) ?? 'bank_statement'
}
