import { expect, test } from 'vitest'
import { standardSnapshot } from './snapshotOf.ts'
import type { Tariff } from './Tariff.ts'

test('a tariff that names a way in or out without a rail does not compile', () => {
  const { card } = standardSnapshot.tariff.payin
  // @ts-expect-error Nothing takes money by neteller.
  const payin: Tariff['payin'] = { ...(card && { neteller: card }) }
  // @ts-expect-error Nothing pays out by neteller.
  const payout: Tariff['payout'] = [{ group: 'neteller', networks: 'any' }]
  expect([Object.keys(payin), payout]).toEqual([['neteller'], [{ group: 'neteller', networks: 'any' }]])
})
