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

/** What open rails are to the exchange. */
export type OpenRails = {
  readonly card: CardRail
  readonly transfer: TransferRail
  /** Empty where no rail takes coins. */
  readonly deposits: DepositRails
  readonly payout: PayoutRails
  /** Lists of sanctioned wallets that networks keep. */
  readonly oracles: readonly Screening[]
  readonly testCard: TestCard | null
  readonly testWallet: TestWallet | null
  readonly transactions: readonly TransactionReader[]
  readonly work: readonly Work[]
}

type Opened = Rail & { readonly opened: OpenRail }

/**
 * Opens the rails. Each way in and out is one rail's.
 * @param preferred names of rails that the operator prefers where several carry a way
 * @throws StartRefused where several carry a way, and none is preferred
 * @throws Error when no rail takes cards or transfers, or one carries a way and does nothing for it
 */
export function openRails(rails: readonly Rail[], deps: RailDeps, preferred: readonly string[]): OpenRails {
  const open = rails.map((rail): Opened => ({ ...rail, opened: rail.open(deps) }))
  const { card } = takingIn(open, preferred, 'card', null)?.opened ?? {}
  const { transfer } = takingIn(open, preferred, 'sepa', null)?.opened ?? {}
  if (!card) throw new Error('No rail takes cards')
  if (!transfer) throw new Error('No rail takes transfers')
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

/** The rail of a way in. */
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
    if (!found.opened.deposit) throw new Error(`The rail ${found.name} takes no coins in`)
    return { networks: [network], rail: found.opened.deposit }
  })
}

/** Each rail's ways out, the one that is to carry a way before others that could: stand-ins come last. */
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
