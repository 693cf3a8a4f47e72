import { silentLog } from '@cambio/server/log.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquirersOf } from '../../src/acquirers/acquirers.ts'
import { CardsEnvironment } from '../../src/program/environment.ts'
import { openRig, type Fields, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const named = (environment: Fields) => {
  const deps = { ...rig.platform, log: silentLog }
  return [...acquirersOf(deps, readEnvironment(CardsEnvironment, environment)).keys()]
}

const upstream = {
  CARDS_UPSTREAM_URL: 'https://pay.example',
  CARDS_UPSTREAM_CLIENT_KEY: '22222222-2222-4222-8222-222222222222',
  CARDS_UPSTREAM_PASSWORD: 'theirs',
}
const stripe = { CARDS_STRIPE_KEY: 'sk_test_x', CARDS_STRIPE_WEBHOOK_SECRET: 'whsec_x' }

test('the sandbox is always there, but never in live', () => {
  expect(named({})).toEqual(['sandbox'])
  expect(named({ MODE: 'live' })).toEqual([])
  expect(named({ MODE: 'live', ...upstream, ...stripe })).toEqual(['upstream', 'stripe'])
})

test.each([...Object.keys(upstream), ...Object.keys(stripe)])(
  'an account without %s refuses the start and names it',
  (missing) => {
    const { [missing]: _, ...rest }: Fields = { ...upstream, ...stripe }
    expect(() => named(rest)).toThrow(missing)
  },
)

test('a live merchant that has only the sandbox, or an acquirer that is not configured, is not served', async () => {
  for (const changes of [{ mode: 'live' }, { acquirer: 'stripe' }] as const) {
    await rig.saveMerchant(changes)
    const sale = await rig.sale({ order_id: JSON.stringify(changes), card_number: '5353530000000008' })
    expect(sale).toMatchObject({ status: 400, body: { error_code: 204002 } })
  }
  await rig.saveMerchant({})
})
