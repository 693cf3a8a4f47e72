import { VerificationLevel } from '@cambio/wire/Payment.ts'
import { expect, test } from 'vitest'
import { liveSnapshot } from './liveSnapshot.ts'
import { snapshotOf } from './snapshotOf.ts'

const own = new Map([['payin.sepa.serviceBps', '10']])
const snapshot = snapshotOf({ general: new Map(), partners: new Map([['p', own]]) })
const sold = (isSet: (name: string) => boolean) => {
  const { tariff, partnerTariffs } = liveSnapshot(snapshot, isSet)
  return [tariff, partnerTariffs.get('p')].map((each) => Object.keys(each?.payin ?? {}).toSorted())
}

test('live takes no money by a way of paying whose caps nobody has set, nor for a partner with its own tariff', () => {
  expect(sold(() => false)).toEqual([
    ['balance', 'card'],
    ['balance', 'card'],
  ])
})

test('a way of paying is sold once each of its levels has a cap', () => {
  const caps = new Set(VerificationLevel.options.map((level) => `caps.sepa.${level}EurCents`))
  expect(sold((name) => caps.has(name))[0]).toEqual(['balance', 'card', 'sepa'])
  caps.delete('caps.sepa.addressEurCents')
  expect(sold((name) => caps.has(name))[0]).toEqual(['balance', 'card'])
})
