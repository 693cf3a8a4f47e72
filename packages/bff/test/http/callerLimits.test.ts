import { describe, expect, test } from 'vitest'
import { openRig, shop } from '../rig.ts'
import { statusAndCode } from './statusAndCode.ts'

describe('an unknown API key', () => {
  /** A rig that counts how often a key is looked up. */
  async function openCounting(limitsFactor: number) {
    const looked: unknown[] = []
    const rig = await openRig({ limitsFactor }, {}, undefined, (pool) => ({
      ...pool,
      query: (statement) => {
        if (statement.name === 'partner_find_by_key') looked.push(statement.values[0])
        return pool.query(statement)
      },
    }))
    const guess = (apiKey: string) =>
      rig.partner('GET', '/api/v2/partner/order/nobody', undefined, { as: { ...shop, apiKey } })
    return { rig, looked, guess }
  }

  test('an unknown API key that is too long is refused before anything is looked up or kept', async () => {
    const { rig, looked, guess } = await openCounting(1_000)
    expect(statusAndCode(await guess('K'.repeat(15_000)))).toEqual([401, 'credentials_invalid'])
    expect(looked).toEqual([])
    expect((await guess('K'.repeat(128))).status).toBe(401)
    expect(looked).toEqual(['K'.repeat(128)])
    await rig.close()
  })

  test('an unknown API key is not looked up once its network has guessed too often, and a partner there is served', async () => {
    const { rig, looked, guess } = await openCounting(0.1)
    const order = () => rig.partner('GET', '/api/v2/partner/order/nobody')
    expect((await order()).status).toBe(404)
    const statuses = []
    for (let guesses = 0; guesses < 4; guesses++) statuses.push((await guess(`GUESS${guesses}`)).status)
    expect(statuses).toEqual([401, 401, 429, 429])
    expect(looked).toEqual([shop.apiKey, 'GUESS0', 'GUESS1'])
    rig.pass(600)
    expect((await order()).status).toBe(404)
    expect(looked).toEqual([shop.apiKey, 'GUESS0', 'GUESS1', shop.apiKey])
    await rig.close()
  })
})

describe('a request limit', () => {
  test('a limit is stated on every answer and refuses what is over it until its window ends', async () => {
    const small = await openRig({ limitsFactor: 0.1 })
    const replies = []
    for (let index = 0; index < 3; index++) replies.push(await small.send('GET', '/api/v2/public/currency'))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(replies[0]?.headers.get('ratelimit')).toBe('"public";r=1;t=1')
    expect(replies[2]?.headers.get('ratelimit-policy')).toBe('"public";q=2;w=1')
    expect(replies[2]?.headers.get('retry-after')).toBe('1')
    expect(replies[2]?.at('code')).toBe('too_many_requests')
    small.pass(1_000)
    expect((await small.send('GET', '/api/v2/public/currency')).status).toBe(200)
    await small.close()
  })

  test('a limit on pages and one on notices hold per network, apart from the limit of API callers', async () => {
    const small = await openRig({ limitsFactor: 0.01, trustedProxies: ['127.0.0.1'] })
    const from = (address: string, method: string, path: string) =>
      small.send(method, path, { headers: { 'X-Forwarded-For': address } })
    const statuses = async (count: number, method: string, path: string) => {
      const replies = []
      for (let sent = 0; sent < count; sent++) replies.push(await from('192.0.2.1', method, path))
      return replies.map(({ status }) => status)
    }
    expect(await statuses(4, 'GET', '/w/nobody')).toEqual([404, 404, 404, 429])
    expect((await from('192.0.2.1', 'GET', '/widget/assets/main-abc.js')).at('code')).toBe(
      'too_many_requests',
    )
    expect(await statuses(4, 'POST', '/notices/card')).toEqual([400, 400, 400, 429])
    expect((await from('192.0.2.2', 'GET', '/w/nobody')).status).toBe(404)
    expect((await small.partner('GET', '/api/v2/partner/order/nothing')).status).toBe(404)
    small.pass(1_000)
    expect(await statuses(1, 'GET', '/w/nobody')).toEqual([404])
    await small.close()
  })

  test.each([
    ['192.0.2.1:50001', '192.0.2.1:50002', '192.0.2.2:50001'],
    ['[2001:db8::1]:50001', '"[2001:db8::2]:50002"', '[2001:db8:0:1::1]:50001'],
    ['[::ffff:192.0.2.1]:50001', '::ffff:c000:201', '[::ffff:192.0.2.2]:50001'],
  ])(
    'a limit counts by network behind a proxy that writes ports and brackets: %s and %s, and not %s',
    async (one, same, other) => {
      const small = await openRig({ limitsFactor: 0.01, trustedProxies: ['127.0.0.1'] })
      const from = async (address: string) =>
        (await small.send('GET', '/w/nobody', { headers: { 'X-Forwarded-For': address } })).status
      expect([await from(one), await from(same), await from(one), await from(same)]).toEqual([
        404, 404, 404, 429,
      ])
      expect(await from(other)).toBe(404)
      await small.close()
    },
  )

  test('a limit on code mails holds per request and per network too, for all addresses together', async () => {
    const strict = await openRig({ limitsFactor: 1, trustedProxies: ['127.0.0.1'] })
    const entries = await Promise.all(Array.from({ length: 14 }, () => strict.openRequest()))
    let mailbox = 0
    const mails = async (entry: string | undefined, from: string, count: number) => {
      const statuses: number[] = []
      for (let sent = 0; sent < count; sent++) {
        mailbox += 1
        const reply = await strict.send('POST', `/api/widget/${entry}/code`, {
          body: JSON.stringify({ email: `victim-${mailbox}@example.com` }),
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        })
        statuses.push(reply.status)
      }
      return statuses
    }
    const [spent, unused, ...others] = entries
    expect(await mails(spent, '192.0.2.1', 6)).toEqual([...Array.from({ length: 5 }, () => 200), 429])
    expect(await mails(spent, '192.0.2.2', 1)).toEqual([429])
    for (const entry of others) await mails(entry, '2001:db8::1', 5)
    expect(await mails(unused, '2001:db8::2', 1)).toEqual([429])
    expect(await mails(unused, '2001:db8:0:1::1', 1)).toEqual([200])
    strict.pass(61 * 60_000)
    expect(await mails(spent, '2001:db8::2', 1)).toEqual([200])
    await strict.close()
  })

  test('a limit on guesses ends a code at the sixth guess', async () => {
    const strict = await openRig({ limitsFactor: 1 })
    const path = `/api/widget/${await strict.openRequest()}`
    const sent = await strict.widget('POST', `${path}/code`, { email: 'a@example.com' })
    const right = String(sent.at('sandbox_code'))
    const wrong = right === '000000' ? '000001' : '000000'
    const guess = (code: string) => strict.widget('POST', `${path}/session`, { email: 'a@example.com', code })
    for (let tries = 0; tries < 5; tries++)
      expect(statusAndCode(await guess(wrong))).toEqual([422, 'code_invalid'])
    expect(statusAndCode(await guess(right))).toEqual([422, 'code_invalid'])
    await strict.close()
  })
})
