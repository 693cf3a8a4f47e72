import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromAddress, openRig, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

test('the platform says that it is well while its database answers, and that it is not when it does not', async () => {
  const well = await rig.app.request('/healthcheck')
  expect([well.status, await well.json()]).toEqual([200, { status: 'OK' }])
  const ill = await openRig()
  await ill.close()
  const sick = await ill.app.request('/healthcheck')
  expect([sick.status, await sick.json()]).toEqual([503, { status: 'FAIL' }])
  expect([well.headers.get('retry-after'), sick.headers.get('retry-after')]).toEqual([null, '1'])
})

test('a failure of ours is 500, says nothing but its request id, and tells the merchant to ask', async () => {
  const ill = await openRig()
  await ill.close()
  const { status, body } = await ill.sale()
  expect(status).toBe(500)
  const message = /^Something went wrong on our side\. Ask .* Request [0-9a-f]{32}$/
  expect(body).toEqual(errorOf(500, expect.stringMatching(message) as string))
})

/** The protocol's body of an error with one complaint. */
const errorOf = (error_code: number, error_message: string) => ({
  result: 'ERROR',
  error_code,
  error_message,
  errors: [{ error_code, error_message }],
})

test('an address says which methods it takes', async () => {
  const addresses = { '/post': 'POST', '/fields/sessions': 'POST', '/fields/sessions/x': 'GET, HEAD' }
  for (const [path, methods] of Object.entries(addresses)) {
    const answer = await rig.app.request(path, { method: 'DELETE' })
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, methods])
    expect(await answer.json()).toEqual(errorOf(405, `This address accepts ${methods}.`))
  }
  const nowhere = await rig.app.request('/nowhere')
  expect(nowhere.status).toBe(404)
  expect(await nowhere.json()).toEqual(errorOf(404, 'There is nothing at this address.'))
})

test('the metrics are shown on the machine itself and to nobody behind a proxy', async () => {
  const own = await rig.app.request('/metrics')
  expect(own.status).toBe(200)
  expect(await own.text()).toContain('due_rows_notification')
  const other = await rig.app.request('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(other.status).toBe(404)
})

test.each([
  ['127.0.0.1', 200],
  ['127.8.9.10', 200],
  ['::ffff:127.0.0.1', 200],
  ['::1', 200],
  ['10.0.0.1', 404],
  ['::ffff:10.0.0.1', 404],
  ['2001:db8::1', 404],
])('the metrics answer a socket from %s with %i', async (address, status) => {
  expect((await rig.app.request('/metrics', {}, fromAddress(address))).status).toBe(status)
})

test('answers to merchants are not for caches, frames or sniffing', async () => {
  const reply = await rig.app.request('/post', {
    method: 'POST',
    body: new URLSearchParams({ action: 'SALE' }),
  })
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})
