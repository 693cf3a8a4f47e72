import type { PayoutWay } from '../payout/PayoutRails.ts'
import type { Catalogue, Snapshot } from './Catalogue.ts'
import type { Tariff } from './Tariff.ts'

/** A catalogue without what no rail carries: that cannot be sold, whatever the operator offers. */
export function carriedCatalogue(catalogue: Catalogue, carried: readonly PayoutWay[]): Catalogue {
  const snapshots = new WeakMap<Snapshot, Snapshot>()
  return {
    now() {
      const offered = catalogue.now()
      const known = snapshots.get(offered)
      if (known) return known
      const snapshot = carriedSnapshot(offered, carried)
      snapshots.set(offered, snapshot)
      return snapshot
    },
  }
}

function carriedSnapshot(snapshot: Snapshot, carried: readonly PayoutWay[]): Snapshot {
  const narrowed = (tariff: Tariff): Tariff => ({
    ...tariff,
    payout: tariff.payout.flatMap((offered) => carried.flatMap((way) => shared(offered, way))),
  })
  return {
    ...snapshot,
    tariff: narrowed(snapshot.tariff),
    partnerTariffs: new Map(
      [...snapshot.partnerTariffs].map(([partnerId, tariff]) => [partnerId, narrowed(tariff)]),
    ),
  }
}

/** What two ways out have in common: one way or none. */
function shared(one: PayoutWay, other: PayoutWay): PayoutWay[] {
  if (one.group !== other.group) return []
  if (one.networks === 'any') return [other]
  if (other.networks === 'any') return [one]
  const { networks } = other
  return [{ group: one.group, networks: one.networks.filter((network) => networks.includes(network)) }]
}
