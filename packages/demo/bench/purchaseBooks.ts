import type { Journal } from '@cambio/server/postgres/Ledger.ts'

/** What the books are told of a purchase by card, one after the other: held, taken, sold, paid out. */
export function purchaseBooks(orderId: string): readonly Journal[] {
  const order = `order:${orderId}`
  const line = (account: string, asset: string, units: bigint, layer: 'pending' | 'posted' = 'posted') => ({
    account,
    asset,
    layer,
    units,
  })
  const journal = (kind: string, postings: Journal['postings']) => ({
    id: `${orderId}:1:${kind}`,
    kind,
    reference: orderId,
    postings,
  })
  const held = journal('hold', [
    line('card:receivable', 'EUR', 10_000n, 'pending'),
    line(order, 'EUR', -10_000n, 'pending'),
  ])
  const taken = journal('taken', [line('card:receivable', 'EUR', 10_000n), line(order, 'EUR', -10_000n)])
  return [
    held,
    { ...taken, resolves: held.id },
    journal('sold', [
      line(order, 'EUR', 10_000n),
      line('fee:network', 'EUR', -150n),
      line('fee:service', 'EUR', -250n),
      line('rounding', 'EUR', -1n),
      line('liquidity', 'EUR', -9_599n),
      line('liquidity', 'ETH', 38_400_000_000_000_000n),
      line('fee:network', 'ETH', -400_000_000_000_000n),
      line(order, 'ETH', -38_000_000_000_000_000n),
    ]),
    journal('payout', [
      line(order, 'ETH', 38_000_000_000_000_000n),
      line('wallet', 'ETH', -38_000_000_000_000_000n),
    ]),
  ]
}
