import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { LevelCaps } from '../catalogue/Caps.ts'
import { effectiveLevel, higherLevel, type Client } from '../client/Client.ts'
import { enoughLevel, nextLevel } from './enoughLevel.ts'

/** How a limit affects a purchase that is not placed yet; amounts are EUR cents. */
export type LimitAhead = {
  readonly leftEurCents: bigint
  /** The next level that allows more; null where there is none. */
  readonly next: VerificationLevel | null
  /** The level that the purchase needs; null when the remaining limit allows it. */
  readonly needed: VerificationLevel | null
}

/**
 * Computes the limit that will hold when the buyer pays.
 * @param client null for a buyer who has not signed in
 * @param least the lowest level that the buyer will have by then: `basic` where they enter their details on the way
 */
export function limitAhead(
  caps: LevelCaps,
  client: Client | null,
  { turnoverEurCents, purchaseEurCents }: { turnoverEurCents: bigint; purchaseEurCents: bigint },
  least: 'basic' | 'unverified',
): LimitAhead {
  const level = client ? higherLevel(effectiveLevel(client), least) : least
  const left = caps[level] - turnoverEurCents
  const leftEurCents = left > 0n ? left : 0n
  return {
    leftEurCents,
    next: nextLevel(caps, level) ?? null,
    needed: purchaseEurCents > leftEurCents ? enoughLevel(caps, turnoverEurCents + purchaseEurCents) : null,
  }
}
