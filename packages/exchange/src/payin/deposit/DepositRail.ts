import * as Currency from '@cambio/wire/Currency.ts'
import type { Money } from '@cambio/wire/Money.ts'

/** A transfer to one of our addresses, as the chain has it now. */
export type ChainDeposit = {
  /** The transaction, and which of its transfers to the address. */
  readonly entry: string
  readonly amount: Money
  /** Who sent the coins, and who else had to do with it. */
  readonly senders: readonly [string, ...string[]]
  readonly txid: string
  /** Whether its transaction replaced another one that was seen before. */
  readonly isReplacement: boolean
  /** `gone` is in no block and waits for none. */
  readonly state: 'seen' | 'final' | 'gone'
  /** When its block was made; null while it is in none. */
  readonly minedAt: Date | null
  /** How many blocks it is deep, its own counted. */
  readonly confirmations: number
}

/** The chain as a way to be paid, as the exchange needs it. */
export type DepositRail = {
  /** How many blocks a deposit is final after. */
  readonly confirmations: number
  /** An address that is this order's alone. @throws Refusal unavailable while the chain was never seen */
  newAddress(orderId: string): Promise<string>
  /** A payment to one of its addresses, as wallets read it from a link or a QR code. */
  paymentUri(address: string, amount: Money): string
  /** What an order received, and until when the chain was read. */
  depositsOf(orderId: string): Promise<{ readonly deposits: readonly ChainDeposit[]; readonly until: Date }>
}

/** The rails that take coins, each with the networks that it reads. No network has two. */
export type DepositRails = readonly {
  readonly networks: readonly Currency.Network[]
  readonly rail: DepositRail
}[]

/** The rail that takes a currency; undefined where none does any more. */
export function findDepositRail(rails: DepositRails, currency: string): DepositRail | undefined {
  const { network } = Currency.get(currency)
  return network === null ? undefined : rails.find(({ networks }) => networks.includes(network))?.rail
}
