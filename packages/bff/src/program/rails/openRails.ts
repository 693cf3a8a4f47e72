import type { CardRail } from '@cambio/exchange/payin/card/CardRail.ts'
import type { DepositRails } from '@cambio/exchange/payin/deposit/DepositRail.ts'
import type { TransferRail } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import { carries, type PayoutRails } from '@cambio/exchange/payout/PayoutRail.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import type { OpenRail, PayinWay, Rail, RailDeps, Work } from '@cambio/rails/Rail.ts'
import type { TestCard } from '@cambio/rails/TestCard.ts'
import type { TestWallet } from '@cambio/rails/TestWallet.ts'
import type { TransactionReader } from '@cambio/rails/TransactionReader.ts'
import { networks, type Network } from '@cambio/wire/Currency.ts'
import { payoutGroups } from '@cambio/wire/Group.ts'
import { onlyOne } from '../preferred.ts'

/** The open rails, as the exchange uses them. */
export type OpenRails = {
  readonly card: CardRail
  readonly transfer: TransferRail
  /** Empty if no rail accepts coins. */
  readonly deposits: DepositRails
  readonly payout: PayoutRails
  /** Lists of sanctioned wallets on the networks themselves. */
  readonly oracles: readonly Screening[]
  readonly testCard: TestCard | null
  readonly testWallet: TestWallet | null
  readonly transactions: readonly TransactionReader[]
  readonly work: readonly Work[]
}

type Opened = Rail & { readonly opened: OpenRail }

/**
 * Opens the rails. One rail carries each way to pay in and out.
 * @param preferred names of rails that the operator prefers if several carry a way
 * @throws StartRefused if several carry a way, and none is preferred
 * @throws Error if no rail accepts cards or transfers, or if one carries a way without supporting it
 */
export function openRails(rails: readonly Rail[], deps: RailDeps, preferred: readonly string[]): OpenRails {
  const open = rails.map((rail): Opened => ({ ...rail, opened: rail.open(deps) }))
  const { card } = takingIn(open, preferred, 'card', null)?.opened ?? {}
  const { transfer } = takingIn(open, preferred, 'sepa', null)?.opened ?? {}
  if (!card) throw new Error('No rail accepts cards')
  if (!transfer) throw new Error('No rail accepts transfers')
  return {
    card,
    transfer,
    deposits: depositsOf(open, preferred),
    payout: payoutsOf(open, preferred),
    oracles: open.flatMap(({ opened }) => opened.screening ?? []),
    testCard: open.find(({ opened }) => opened.testCard)?.opened.testCard ?? null,
    testWallet: open.find(({ opened }) => opened.testWallet)?.opened.testWallet ?? null,
    transactions: open.flatMap(({ opened }) => opened.transactions ?? []),
    work: open.map(({ opened }) => opened),
  }
}

/** The rail of a way to pay in. */
function takingIn(
  open: readonly Opened[],
  preferred: readonly string[],
  group: PayinWay['group'],
  network: Network | null,
): Opened | undefined {
  const able = open.filter(({ payinWays }) => payinWays.some((way) => reaches(way, group, network)))
  return onlyOne(`Taking money in by ${nameOf(group, network)}`, able, preferred)
}

function reaches(way: PayinWay, group: PayinWay['group'], network: Network | null): boolean {
  return (
    way.group === group && (way.networks === 'any' || (network !== null && way.networks.includes(network)))
  )
}

function depositsOf(open: readonly Opened[], preferred: readonly string[]): DepositRails {
  return networks.flatMap((network) => {
    const found = takingIn(open, preferred, 'crypto', network)
    if (!found) return []
    if (!found.opened.deposit) throw new Error(`The rail ${found.name} accepts no coins`)
    return { networks: [network], rail: found.opened.deposit }
  })
}

/** Each rail's ways to pay out. The preferred rail of a way comes before others, and stand-ins come last. */
function payoutsOf(open: readonly Opened[], preferred: readonly string[]): PayoutRails {
  for (const group of payoutGroups)
    for (const network of [null, ...networks]) {
      const able = open.filter(({ payoutWays }) => payoutWays.some((way) => carries(way, { group, network })))
      onlyOne(`Paying out by ${nameOf(group, network)}`, able, preferred)
    }
  const rankOf = ({ name, isStandIn }: Opened) => (isStandIn ? 2 : preferred.includes(name) ? 0 : 1)
  return open
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(({ name, payoutWays, opened }) =>
      payoutWays.map((way) => {
        if (!opened.payout) throw new Error(`The rail ${name} pays nothing out`)
        return { ...way, rail: opened.payout }
      }),
    )
}

function nameOf(group: string, network: Network | null): string {
  return network === null ? group : `${group} on ${network}`
}
