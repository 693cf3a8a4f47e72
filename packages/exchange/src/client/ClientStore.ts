import type { Client } from './Client.ts'

export type ClientStore = {
  find(id: string): Promise<Client | undefined>
  findByEmail(partnerId: string, email: string): Promise<Client | undefined>
  findOrMake(partnerId: string, email: string): Promise<Client>
  /** The client's name from its payer details, or else from its partner's registration; null without either. */
  nameOf(clientId: string): Promise<string | null>
  savePayer(clientId: string, payer: NonNullable<Client['payer']>): Promise<void>
  /** Whether the client, or the same person as another client, already has an order that rules out a free first one. */
  hasOrdered(clientId: string): Promise<boolean>
}
