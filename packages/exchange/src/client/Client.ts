import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { Payer } from '@cambio/wire/widget/Widget.ts'
import type { LevelCaps } from '../catalogue/Caps.ts'
import type { DocumentData } from './DocumentData.ts'

/** A buyer of one partner: the pair of partner and lower-cased e-mail address. */
export type Client = {
  readonly id: string
  readonly partnerId: string
  readonly email: string
  /** The level that the operator or a verification granted; limits use `effectiveLevel`. */
  readonly level: VerificationLevel
  readonly payer: Payer | null
  /** The country of residence that its partner registered; null where it registered none. */
  readonly registeredCountry: string | null
  /** The country of its last login, as its partner reported it; null before the first. */
  readonly loginCountry: string | null
  /** The client's id at providers of identity checks. It changes when the client's details become another person's. */
  readonly applicantId: string
  /** What the documents that verified the client say; null where there are none, or none were read. */
  readonly documents: DocumentData | null
  /** How often its e-mail address or password has changed. */
  readonly credentialsVersion: number
}

/** The applicant id of a client as its first, second ... person. */
export function applicantIdOf(clientId: string, identities: number): string {
  return identities === 0 ? clientId : `${clientId}~${identities}`
}

/** The level of a client without details or documents, by whether its e-mail address and phone are verified. */
export function contactLevel(contact: {
  readonly phone: string | null
  readonly emailVerified: boolean
  readonly phoneVerified: boolean
}): 'unverified' | 'email_phone' {
  const { phone, emailVerified, phoneVerified } = contact
  return emailVerified && phoneVerified && phone !== null ? 'email_phone' : 'unverified'
}

/** The country of residence that the client's partner registered, or else the one in its payer details. */
export function homeCountry({ registeredCountry, payer }: Client): string | null {
  return registeredCountry ?? payer?.country ?? null
}

/** The id of the client that an applicant is, or was. */
export function clientIdOf(applicantId: string): string {
  return applicantId.split('~')[0] ?? ''
}

/** Whether a level is proven by documents. */
export function isProven(level: VerificationLevel): level is ProvenLevel {
  return level === 'identity' || level === 'address' || level === 'bank_statement'
}

/** The levels that require documents, which have to be checked. */
export type ProvenLevel = Extract<VerificationLevel, 'identity' | 'address' | 'bank_statement'>

/**
 * The level to check so that a given level is reached. The lowest check is a document of identity, which covers lower
 * levels.
 */
export function provable(level: VerificationLevel): ProvenLevel {
  return isProven(level) ? level : 'identity'
}

/** The span over which turnover counts against a cap, milliseconds. */
export const TURNOVER_SPAN_MS = 30 * 24 * 60 * 60 * 1_000

/** The client's level now: a confirmed e-mail address and payer details raise it to at least `basic`. */
export function effectiveLevel(client: Client): VerificationLevel {
  const below = client.level === 'unverified' || client.level === 'email_phone'
  return below && client.payer ? 'basic' : client.level
}

/** The one of two levels that allows more: what was granted once is not taken back by a lesser grant. */
export function higherLevel(one: VerificationLevel, other: VerificationLevel): VerificationLevel {
  const { options } = VerificationLevel
  return options.indexOf(one) < options.indexOf(other) ? other : one
}

/** What the client may still pay in by a way of paying that has these caps, EUR cents, never below zero. */
export function limitLeft(caps: LevelCaps, client: Client, turnoverEurCents: bigint): bigint {
  const left = caps[effectiveLevel(client)] - turnoverEurCents
  return left > 0n ? left : 0n
}
