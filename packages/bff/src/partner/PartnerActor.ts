import type { Partner } from '@cambio/exchange/partner/Partner.ts'

/** A partner that acts on its own account, and how it was authenticated, which is recorded with the act. */
export type PartnerActor = {
  readonly partner: Partner
  readonly reason: string
  /**
   * Whether withdrawal codes follow the main endpoint to another address: only if the actor has proved more than the
   * API key, which also places withdrawals.
   */
  readonly movesCodes: boolean
}

/** A partner's server, by its key. */
export function byKey(partner: Partner): PartnerActor {
  return { partner, reason: 'by the API key', movesCodes: false }
}
