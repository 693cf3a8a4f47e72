import { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { LevelCaps } from '../catalogue/Caps.ts'
import { effectiveLevel, higherLevel, type Client } from '../client/Client.ts'
import { enoughLevel } from './enoughLevel.ts'

/** What a limit means for a purchase that is only wished for; amounts are EUR cents. */
export type LimitAhead = {
  readonly leftEurCents: bigint
  /** The next level that allows more; null where none does. */
  readonly next: VerificationLevel | null
  /** The level that the purchase needs; null when what is left allows it. */
  readonly needed: VerificationLevel | null
}

/**
 * The limit as it will stand when the card is asked for: every buyer has given their details by then.
 * @param client null for a buyer whom nobody knows yet
 */
export function limitAhead(
  caps: LevelCaps,
  client: Client | null,
  { turnoverEurCents, wantedEurCents }: { turnoverEurCents: bigint; wantedEurCents: bigint },
): LimitAhead {
  const level = client ? higherLevel(effectiveLevel(client), 'basic') : 'basic'
  const left = caps[level] - turnoverEurCents
  const leftEurCents = left > 0n ? left : 0n
  return {
    leftEurCents,
    next: VerificationLevel.options.find((other) => caps[other] > caps[level]) ?? null,
    needed: wantedEurCents > leftEurCents ? enoughLevel(caps, turnoverEurCents + wantedEurCents) : null,
  }
}
