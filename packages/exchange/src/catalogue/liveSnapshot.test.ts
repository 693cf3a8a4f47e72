import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { expect, test } from 'vitest'
import { capsFor } from './Catalogue.ts'
import { liveSnapshot } from './liveSnapshot.ts'
import { snapshotOf } from './snapshotOf.ts'

const own = new Map([['payin.sepa.serviceBps', '10']])
const snapshot = snapshotOf({ general: new Map(), partners: new Map([['p', own]]) }, 'live')
const sold = (isSet: (name: string) => boolean) => {
  const { tariff, partnerTariffs } = liveSnapshot(snapshot, isSet)
  return [tariff, partnerTariffs.get('p')].map((each) => Object.keys(each?.payin ?? {}).toSorted())
}

test('a live exchange accepts no money by a way whose caps are not set, even for a partner with its own tariff', () => {
  expect(sold(() => false)).toEqual([
    ['balance', 'card'],
    ['balance', 'card'],
  ])
})

test('a way of paying is sold once each level above “unverified” has a cap', () => {
  const levels = VerificationLevel.options.filter((level) => level !== 'unverified')
  const caps = new Set(levels.map((level) => `caps.sepa.${level}EurCents`))
  expect(sold((name) => caps.has(name))[0]).toEqual(['balance', 'card', 'sepa'])
  caps.delete('caps.sepa.addressEurCents')
  expect(sold((name) => caps.has(name))[0]).toEqual(['balance', 'card'])
})

test('an unverified client may pay in no real money until the operator allows it', () => {
  const groups = ['card', 'crypto', 'sepa'] as const
  expect(groups.map((group) => snapshot.caps[group].unverified)).toEqual([0n, 0n, 0n])
  const general = new Map([['caps.sepa.unverifiedEurCents', '900']])
  const raised = snapshotOf({ general, partners: new Map() }, 'live')
  expect(raised.caps.sepa.unverified).toBe(900n)
  expect(capsFor(raised, 'p').sepa.unverified).toBe(0n)
  expect(capsFor({ ...raised, identifying: new Set(['p']) }, 'p').sepa.unverified).toBe(900n)
  expect(capsFor({ ...raised, identifying: new Set(['p']) }, 'q').sepa.unverified).toBe(0n)
})
