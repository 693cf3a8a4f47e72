import type { Client } from '../client/Client.ts'
import type { VerificationStore } from './VerificationStore.ts'
import type { OrderStore } from '../order/OrderStore.ts'

/** What one transaction that holds the client's row may do. */
export type ClientHold = {
  readonly client: Client
  /** Pay-ins of the client's finished and in-flight orders since then, EUR cents, one order left out. */
  turnoverEurCents(since: Date, exceptOrderId: string): Promise<bigint>
  saveLevel(level: Client['level']): Promise<void>
  readonly orders: Pick<OrderStore, 'find' | 'findLimited' | 'save'>
  readonly verifications: Pick<VerificationStore, 'use'>
}

export type ClientHolds = {
  /** Runs `work` in one transaction while no other may touch this client's level or limit. */
  hold<Result>(clientId: string, work: (hold: ClientHold) => Promise<Result>): Promise<Result>
}
