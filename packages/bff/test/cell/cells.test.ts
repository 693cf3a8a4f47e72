import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBody } from '../order/createOrder.ts'
import { shop } from '../rig.ts'
import { openTwoCells, otherShop, type TwoCells } from './twoCells.ts'

let cells: TwoCells
beforeAll(async () => {
  cells = await openTwoCells()
  await cells.renewMaps()
})
afterAll(() => cells.close())

const createPath = '/api/v2/partner/order/create'
const embedding = (id: string) => `/api/v2/public/embedding/${id}?origin=http://shop.test`
const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }

test.for([
  ['E1', shop],
  ['E2', otherShop],
] as const)(
  'everything of a partner of %s reaches it by key, id and token alone',
  async ([cell, partner]) => {
    const created = await cells.partner('POST', createPath, createBody(`routed-${cell}`), partner)
    expect(created.body).toMatchObject({ client_order_id: expect.stringMatching(`^${cell}`), success: 1 })
    const redirect = new URL(String(created.body?.['redirect']))
    expect((await cells.send(redirect.pathname + redirect.search)).status).toBe(200)
    const ownEntry = `${String(created.body?.['client_order_id'])}~${redirect.searchParams.get('k')}`
    expect((await cells.send(`/api/widget/${ownEntry}`)).status).toBe(200)

    const fields = { payin_currency: 'EUR', payin_group: 'card', payin_amount: '50.00' }
    const opened = await cells.partner('POST', '/api/v2/partner/create_request', fields, partner)
    expect(opened.status, opened.text).toBe(200)
    const requestId = String(opened.body?.['request_id'])
    expect(requestId).toMatch(new RegExp(`^${cell}-`))
    for (const path of [`/w/${requestId}`, `/api/widget/${requestId}`, embedding(requestId)])
      expect((await cells.send(path)).status, path).toBe(200)

    const client = { email: `ada@${cell}.example.com`, password: 'correct horse battery', ...origin }
    const path = '/api/v2/partner/client'
    await cells.partner('POST', `${path}/register`, { client_external_id: 'ada', ...client }, partner)
    const loggedIn = await cells.partner('POST', `${path}/login`, client, partner)
    const session = await cells.send('/api/v2/client/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(loggedIn.body),
    })
    const headers = { Authorization: `Bearer ${String(session.body?.['session'])}` }
    expect((await cells.send('/api/v2/client/balance', { headers })).status).toBe(200)
  },
)

test('pages, links in mails and notices reach the cell that their id, their cookie or ?cell= names', async () => {
  const token = `E2-${'t'.repeat(22)}`
  for (const path of [
    '/o/E2AAA-AAAAAA',
    '/challenge/E2AAA-AAAAAA',
    '/paystatus/success/E2AAA-AAAAAA',
    `/verification/${token}`,
    `/code/${token}`,
    `/partner/sign-in/${token}`,
    '/partner?cell=E2',
    '/notices/card?cell=E2',
  ]) {
    expect([path, await cells.cellOf(path)]).toEqual([path, 'E2'])
    // Nothing but the name of the cell leads there.
    const first = path.replace('E2', 'E1')
    expect([first, await cells.cellOf(first)]).toEqual([first, 'E1'])
  }
  for (const cookie of ['cambio_cell=E2', `cambio_partner=${token}`])
    expect([cookie, await cells.cellOf('/partner', { headers: { cookie } })]).toEqual([cookie, 'E2'])
  expect(await cells.cellOf('/notices/card', { method: 'POST' })).toBe('E1')
  expect(await cells.cellOf('/notices/card?cell=E2', { method: 'POST' })).toBe('E2')
  // An id cannot be led away by what somebody adds to its link.
  expect(await cells.cellOf('/o/E1AAA-AAAAAA?cell=E2')).toBe('E1')
})

test('what has no mark is the first cell’s, and an id of before stands in the map of its cell', async () => {
  const { send, E1, E2 } = cells
  // An order of E1 from before it had a name, whose id begins as those of E2 do.
  const created = await E1.partner('POST', createPath, createBody('of-before'))
  const redirect = new URL(String(created.at('redirect')))
  const former = 'E2AAA-AAAAAA'
  const id = String(created.at('client_order_id'))
  for (const [table, column] of [
    ['orders', 'id'],
    ['order_event', 'order_id'],
  ] as const) {
    const other = JSON.stringify({ [column]: former, partner_order_id: former })
    const copy = `select (jsonb_populate_record(o, $2::jsonb)).* from ${table} o where ${column} = $1`
    await E1.owner.query(statement(`insert into ${table} ${copy}`, id, other))
  }
  const page = `/o/${former}${redirect.search}`
  expect((await send(page)).status).toBe(404)
  await cells.renewMaps()
  expect((await send(page)).status).toBe(200)
  expect((await E2.send('GET', page)).status).toBe(404)
  expect((await send('/api/v2/public/currency')).status).toBe(200)
})

test('maps say no secret, and are not made of cells that contradict each other', async () => {
  const { folder, command, E1, E2 } = cells
  const files = (await readdir(folder)).filter((name) => name.endsWith('.map'))
  expect(files.toSorted()).toEqual(['cells.map', 'ids.map', 'keys.map', 'marks.map'])
  const written = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  expect(written.join('')).toContain(`${otherShop.apiKey} E2`)
  for (const secret of [shop.secret, shop.callbackSecret, otherShop.secret])
    expect(written.join('')).not.toContain(secret)

  const one = join(folder, 'E1.json')
  const both = join(folder, 'claimed.json')
  const { output } = await command('E2', 'cell', 'map', '--cells', 'E1,E2', '--json')
  await writeFile(both, output.replace(otherShop.apiKey, shop.apiKey))
  const claimed = await E1.runCommand('cell', 'router', '--map', one, '--map', both, '--to', folder)
  expect(claimed).toMatchObject({ ok: false, output: expect.stringMatching(/Both E1 and E2 claim SHOP/) })
  const half = await E1.runCommand('cell', 'router', '--map', one, '--to', folder)
  expect(half).toMatchObject({ ok: false, output: expect.stringMatching(/one map of each of E1,E2/) })
  const stranger = await E2.runCommand('cell', 'map', '--cells', 'E1,E3')
  expect(stranger).toMatchObject({ ok: false, output: expect.stringMatching(/This cell is E2/) })
})
