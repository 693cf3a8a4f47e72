import { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { Payer } from '@cambio/wire/Widget.ts'

/** A buyer of one partner: the pair of partner and lower-cased e-mail address. */
export type Client = {
  readonly id: string
  readonly partnerId: string
  readonly email: string
  /** What the operator or a verification granted; `effectiveLevel` is what counts. */
  readonly level: VerificationLevel
  readonly payer: Payer | null
}

/** What each level may pay in over 30 days, in EUR cents. */
export type Caps = Readonly<Record<VerificationLevel, bigint>>

export const standardCaps: Caps = {
  unverified: 0n,
  email_phone: 0n,
  basic: 15_000n,
  identity: 100_000n,
  address: 1_500_000n,
  bank_statement: 100_000_000n,
}

/** The span over which turnover counts against a cap, milliseconds. */
export const TURNOVER_SPAN_MS = 30 * 24 * 60 * 60 * 1_000

/** The client's level now: a confirmed address and payer details make `basic` of anything below it. */
export function effectiveLevel(client: Client): VerificationLevel {
  const below = client.level === 'unverified' || client.level === 'email_phone'
  return below && client.payer ? 'basic' : client.level
}

/** The one of two levels that allows more: what was granted once is not taken back by a lesser grant. */
export function higherLevel(one: VerificationLevel, other: VerificationLevel): VerificationLevel {
  const { options } = VerificationLevel
  return options.indexOf(one) < options.indexOf(other) ? other : one
}

/** What the client may still pay in, EUR cents, never below zero. */
export function limitLeft(caps: Caps, client: Client, turnoverEurCents: bigint): bigint {
  const left = caps[effectiveLevel(client)] - turnoverEurCents
  return left > 0n ? left : 0n
}
