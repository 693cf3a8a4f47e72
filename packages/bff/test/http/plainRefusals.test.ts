import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerClient } from '../client/registerClient.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

/* Refusals say by themselves what to send instead. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const create = (id: string, fields: object) =>
  rig.partner('POST', createPath, { ...createBody(id), ...fields })

describe('a country in a request', () => {
  test.each([
    ['UK', 'GB'],
    ['EL', 'GR'],
  ])('a country written %s is refused with the code to use, %s', async (written, code) => {
    const refused = await create(`of-${written}`, { remote_country: written })
    expect(refused.body).toMatchObject({
      status: 400,
      code: 'validation_failed',
      detail: `remote_country: Use ${code}, the country's code in ISO 3166-1`,
      errors: [{ pointer: '/remote_country' }],
    })
    expect((await create(`of-${written}`, { remote_country: code })).status).toBe(200)
  })

  test('a country may be Kosovo', async () => {
    expect((await create('of-kosovo', { remote_country: 'XK' })).status).toBe(200)
    const { body } = await rig.send('GET', '/api/v2/public/country/list')
    expect(body).toContainEqual({ code: 'XK', name: 'Kosovo', forbidden: 0, forbidden_card: 0 })
  })
})

describe('the detail of a refusal', () => {
  test('the detail of a refusal names the field that is wrong', async () => {
    const refused = await create('one', { client_ip: 'here' })
    expect(refused.at('detail')).toBe(`client_ip: ${String(refused.at('errors.0.detail'))}`)
  })

  test('the detail of a refusal names the first of several wrong fields, and how many more there are', async () => {
    const refused = await create('two', { client_ip: 'here', remote_country: 'Germany', surprise: 1 })
    const { errors } = refused.body as { errors: { pointer: string; detail: string }[] }
    expect(errors).toHaveLength(3)
    const [first] = errors
    expect(refused.at('detail')).toBe(`${first?.pointer.slice(1)}: ${first?.detail} (and 2 more in errors)`)
  })

  test('the detail of a refusal names the field whose value cannot be used here', async () => {
    const request = '/api/v2/partner/create_request'
    for (const [path, fields, detail] of [
      [createPath, { payin_amount: '1.001' }, 'payin_amount: EUR has 2 decimals'],
      [createPath, { payin_currency: 'EUX' }, 'payin_currency: There is no currency EUX'],
      [createPath, { dst_address: '0x12' }, 'dst_address: This is not a valid Ethereum address'],
      [
        request,
        { payin_currency: 'EUR' },
        'payin_currency and payin_group: Give both; no request was opened',
      ],
    ] as const) {
      const refused = await rig.partner('POST', path, {
        ...(path === createPath && createBody('three')),
        ...fields,
      })
      expect(refused.at('detail')).toContain(detail)
    }
  })
})

test('an unknown verification provider is refused with the names of the known ones', async () => {
  const { externalId } = await registerClient(rig)
  const path = '/api/v2/partner/client/verification/nobody'
  const refused = await rig.partner('POST', path, { external_id: externalId, share_token: 'x' })
  expect(refused.body).toMatchObject({
    status: 404,
    code: 'provider_unknown',
    detail: 'The provider here is sandbox',
    providers: ['sandbox'],
  })
})

test('metrics are for this machine alone', async () => {
  expect((await rig.send('GET', '/metrics')).text).toContain('http_request_duration_seconds')
  const proxied = await rig.send('GET', '/metrics', { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  expect([proxied.status, proxied.at('code')]).toEqual([404, 'route_unknown'])
})
