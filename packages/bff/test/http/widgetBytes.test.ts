import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDepositRig } from '../deposit/depositRig.ts'
import { ethAddress, payer } from '../rig.ts'

/* What the widget's answers weigh on the wire, headers left out: as a browser asks for them, compressed. */

let rig: Awaited<ReturnType<typeof openDepositRig>>
beforeAll(async () => {
  rig = await openDepositRig()
})
afterAll(() => rig.close())

type Weighed = { readonly bytes: number; readonly headers: Headers; readonly body: Record<string, unknown> }

async function ask(
  method: string,
  path: string,
  { body, session }: { body?: object; session?: string } = {},
): Promise<Weighed> {
  const response = await rig.exchangeRig.app.request(path, {
    method,
    headers: {
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(session && { Authorization: `Bearer ${session}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const sent = Buffer.from(await response.arrayBuffer())
  expect([path, response.status]).toEqual([path, 200])
  const encoding = response.headers.get('content-encoding')
  const text = encoding === 'gzip' ? gunzipSync(sent) : encoding === 'br' ? brotliDecompressSync(sent) : sent
  return { bytes: sent.byteLength, headers: response.headers, body: JSON.parse(text.toString()) }
}

test('a minute of waiting for coins, looked at every second, is at most 3 kB', async () => {
  const { entry } = await rig.placeOrder()
  const path = `/api/widget/${entry}`
  const opened = await ask('GET', path)
  let seen = String(opened.body['version'])
  let bytes = 0
  for (let second = 0; second < 60; second += 1) {
    const looked = await ask('GET', `${path}/status?seen=${seen}`)
    bytes += looked.bytes
    expect(looked.body).toEqual({ changed: null })
  }
  expect(bytes).toBeLessThanOrEqual(3_000)
  expect(opened.bytes).toBeLessThanOrEqual(3_000)
})

test('a change of an order gives its status another version, and the answer says how it stands now', async () => {
  const { orderId, path, session } = await rig.exchangeRig.placeOrder()
  const seen = String((await ask('GET', path, { session })).body['version'])
  expect((await ask('GET', `${path}/status?seen=${seen}`, { session })).body).toEqual({ changed: null })
  await rig.exchangeRig.charge({ path, session }, 'held')
  const { body } = await ask('GET', `${path}/status?seen=${seen}`, { session })
  expect(body).toMatchObject({ changed: { order: { client_order_id: orderId, attempt: { number: 1 } } } })
  expect(body).not.toHaveProperty('changed.offer')
})

test('the answers of a whole purchase by card are at most 12 kB, ten looks at its end and the countries included', async () => {
  const entry = await rig.exchangeRig.openRequest()
  const path = `/api/widget/${entry}`
  const answers: Weighed[] = []
  const weigh = async (...call: Parameters<typeof ask>) => {
    const answer = await ask(...call)
    answers.push(answer)
    return answer.body
  }
  const email = 'bytes@example.com'
  const opened = await weigh('GET', path)
  const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
  const quote = await weigh('POST', `${path}/quote`, { body: terms })
  await weigh('PUT', `${path}/draft`, { body: { step: 'address' } })
  await weigh('POST', `${path}/address`, { body: { currency: 'ETH', dst_address: ethAddress } })
  const code = (await weigh('POST', `${path}/code`, { body: { email } }))['sandbox_code']
  const session = String((await weigh('POST', `${path}/session`, { body: { email, code } }))['session'])
  await weigh('GET', path, { session })
  await weigh('GET', String(opened['countries_url']))
  await weigh('PUT', `${path}/payer`, { body: payer, session })
  const placed = await weigh('POST', `${path}/order`, { body: { quote_id: quote['quote_id'] }, session })
  const form = await weigh('POST', `${path}/fields`, { body: {}, session })
  const session_id = String(form['session_id'])
  rig.exchangeRig.card.fill(session_id, 'held')
  await weigh('POST', `${path}/charge`, { body: { session_id, challenge: 'frame' }, session })
  let seen = String(placed['version'])
  for (let look = 0; look < 10; look += 1) {
    const { changed } = await weigh('GET', `${path}/status?seen=${seen}`, { session })
    if (typeof changed === 'object' && changed !== null && 'version' in changed)
      seen = String(changed.version)
  }
  const sum = answers.reduce((total, { bytes }) => total + bytes, 0)
  expect(sum).toBeLessThanOrEqual(12_000)
})

test('an answer that hands out a credential is never compressed', async () => {
  const email = 'secret@example.com'
  const { path, session } = await rig.exchangeRig.placeOrder({ email })
  const sent = await ask('POST', `${path}/code`, { body: { email } })
  const form = await ask('POST', `${path}/fields`, { body: {}, session })
  expect([sent, form].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, null])
  expect((await ask('GET', path, { session })).headers.get('content-encoding')).toBe('br')
})

test('the countries are a file that browsers keep for good, until its content changes', async () => {
  const { path } = await rig.exchangeRig.placeOrder()
  const address = String((await ask('GET', path)).body['countries_url'])
  const kept = await rig.send('GET', address)
  expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(kept.body).toContainEqual({ code: 'DE', forbidden: false, forbidden_card: false })
  const former = await rig.send('GET', '/widget/countries/former.json')
  expect(former.headers.get('cache-control')).toBe('no-store')
  expect(former.body).toEqual(kept.body)
})

test('a file is sent by Brotli, by gzip or as it is, as its browser takes it', async () => {
  const file = '/widget/assets/main-abc.js'
  const encodings = ['br, gzip', 'gzip', 'br;q=0, gzip', 'identity']
  const answered = await Promise.all(
    encodings.map(async (accepted) => {
      const { headers } = await rig.send('GET', file, { headers: { 'Accept-Encoding': accepted } })
      return headers.get('content-encoding')
    }),
  )
  expect(answered).toEqual(['br', 'gzip', 'gzip', null])
})
