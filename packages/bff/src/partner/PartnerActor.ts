import type { Partner } from '@cambio/exchange/partner/Partner.ts'

/** A partner that does something about its own account, and by what it was let in, which is kept with the act. */
export type PartnerActor = {
  readonly partner: Partner
  readonly reason: string
  /**
   * Whether codes of withdrawals follow the main receiver to another address: only for somebody who has shown more than
   * the key, with which withdrawals are placed.
   */
  readonly movesCodes: boolean
}

/** A partner's server, by its key. */
export function byKey(partner: Partner): PartnerActor {
  return { partner, reason: 'by the API key', movesCodes: false }
}
