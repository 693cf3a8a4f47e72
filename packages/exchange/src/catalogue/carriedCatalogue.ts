import type { Network } from '@cambio/wire/Currency.ts'
import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { PayoutWay } from '../payout/PayoutRail.ts'
import type { Catalogue, Snapshot } from './Catalogue.ts'
import { payinsAmong } from './payinsAmong.ts'
import type { Tariff } from './Tariff.ts'

/** The ways in and out that rails carry, and the networks on which they accept coins. */
export type Carried = {
  readonly payins: readonly PayinGroup[]
  readonly depositNetworks: readonly Network[]
  readonly payouts: readonly PayoutWay[]
}

/**
 * A catalogue without the ways in and out that no rail carries. They cannot be sold even if the operator offers them.
 */
export function carriedCatalogue(catalogue: Catalogue, carried: Carried): Catalogue {
  const snapshots = new WeakMap<Snapshot, Snapshot>()
  return {
    now() {
      const offered = catalogue.now()
      const cached = snapshots.get(offered)
      if (cached) return cached
      const snapshot = carriedSnapshot(offered, carried)
      snapshots.set(offered, snapshot)
      return snapshot
    },
  }
}

function carriedSnapshot(snapshot: Snapshot, { payins, depositNetworks, payouts }: Carried): Snapshot {
  const narrowed = (tariff: Tariff): Tariff => ({
    ...tariff,
    depositNetworks,
    payin: payinsAmong(payins, tariff.payin),
    payout: tariff.payout.flatMap((offered) => payouts.flatMap((way) => shared(offered, way))),
  })
  return {
    ...snapshot,
    tariff: narrowed(snapshot.tariff),
    partnerTariffs: new Map(
      [...snapshot.partnerTariffs].map(([partnerId, tariff]) => [partnerId, narrowed(tariff)]),
    ),
  }
}

/** The pay-out way that two have in common, if any. */
function shared(one: PayoutWay, other: PayoutWay): PayoutWay[] {
  if (one.group !== other.group) return []
  if (one.networks === 'any') return [other]
  if (other.networks === 'any') return [one]
  const { networks } = other
  return [{ group: one.group, networks: one.networks.filter((network) => networks.includes(network)) }]
}
