import { afterEach, expect, test } from 'vitest'
import { retirementOf } from '../../src/http/retirement.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
afterEach(() => rig.close())

const dates = { V1_DEPRECATED_FROM: new Date('2027-01-01'), V1_SUNSET: new Date('2027-07-01') }
const orderOf = (id: string) => rig.partner('POST', '/api/v1/partner/order', { partner_order_id: id })
const retiring = ({ headers }: Reply) => [headers.get('deprecation'), headers.get('sunset')]

test('answers of version 1 say when it goes, refusals too, and those of version 2 say nothing', async () => {
  rig = await openRig({ retirement: retirementOf(dates) })
  await rig.partner('POST', createPath, createBody('a'))
  const sent = ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT']
  expect(retiring(await orderOf('a'))).toEqual(sent)
  expect(retiring(await orderOf('unknown'))).toEqual(sent)
  expect(retiring(await rig.send('GET', '/api/v1/public/currency'))).toEqual(sent)
  expect(retiring(await rig.send('GET', '/api/v2/public/currency'))).toEqual([null, null])
})

test('answers name no end of their version when no date is set', async () => {
  rig = await openRig()
  expect(retiring(await rig.send('GET', '/api/v1/public/currency'))).toEqual([null, null])
})
