import * as Currency from '@cambio/wire/Currency.ts'
import type { Money } from '@cambio/wire/Money.ts'

/** A transfer to one of our addresses, as the chain has it now. */
export type ChainDeposit = {
  /** The transaction, and the number of its transfer to the address. */
  readonly entry: string
  readonly amount: Money
  /** The sender of the coins, and other addresses involved. */
  readonly senders: readonly [string, ...string[]]
  readonly txid: string
  /** Whether its transaction replaced one that was seen before. */
  readonly isReplacement: boolean
  /** `gone` is in no block and not pending. */
  readonly state: 'seen' | 'final' | 'gone'
  /** The time of its block; null while it is in none. */
  readonly minedAt: Date | null
  /** Its confirmations, its own block included. */
  readonly confirmations: number
}

/** The chain as a way to be paid, as the exchange needs it. */
export type DepositRail = {
  /** The number of confirmations after which a deposit is final. */
  readonly confirmations: number
  /** Assigns an address to this order alone. @throws Refusal unavailable until the chain has been read once */
  newAddress(orderId: string): Promise<string>
  /** The URI of a payment to one of its addresses, for a link or a QR code that wallets read. */
  paymentUri(address: string, amount: Money): string
  /** An order's deposits, and the time up to which the chain was read. */
  depositsOf(orderId: string): Promise<{ readonly deposits: readonly ChainDeposit[]; readonly until: Date }>
}

/** The rails that receive coins, each with the networks that it reads. No network has two. */
export type DepositRails = readonly {
  readonly networks: readonly Currency.Network[]
  readonly rail: DepositRail
}[]

/** The rail that receives a currency; undefined where none does any more. */
export function findDepositRail(rails: DepositRails, currency: string): DepositRail | undefined {
  const { network } = Currency.get(currency)
  return network === null ? undefined : rails.find(({ networks }) => networks.includes(network))?.rail
}
