import { expect, test } from 'vitest'
import { openRig, rival, shop, type Reply, type Rig } from './rig.ts'

/* What one partner asks for in hundreds, it waits for alone. */

const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
const password = 'correct horse battery'

function logIn(rig: Rig, as: typeof shop, client: number): Promise<Reply> {
  const body = { email: `client-${client}@example.com`, password, ...origin }
  return rig.partner('POST', '/api/v2/partner/client/login', body, { as })
}

test('a hundred logins of one partner keep no client of another waiting, and those beyond its line are told when to come', async () => {
  const rig = await openRig()
  const ended: string[] = []
  const noted = async (name: string, reply: Promise<Reply>) => {
    const { status, ...rest } = await reply
    ended.push(`${name} ${status}`)
    return { status, ...rest }
  }
  // Nobody is registered, for which a login takes the same work.
  const flood = Array.from({ length: 100 }, (_, client) => noted('shop', logIn(rig, shop, client)))
  const other = noted('rival', logIn(rig, rival, 1))
  const [own, replies] = [await other, await Promise.all(flood)]
  expect(own.status).toBe(401)
  const worked = ended.filter((each) => !each.endsWith('503'))
  expect(worked.indexOf('rival 401')).toBeLessThan(20)
  const refused = replies.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(20)
  expect(replies.filter(({ status }) => status === 401).length).toBe(100 - refused.length)
  for (const reply of refused)
    expect([reply.at('code'), reply.headers.get('retry-after')]).toEqual(['unavailable', '1'])
  await rig.close()
})
