import * as Currency from '@cambio/wire/Currency.ts'
import type { DepositRail } from './DepositRail.ts'

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
