import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { balanceOf as accountOf } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movedTables } from '../../src/store/operator/movedTables.ts'
import { payByCard } from '../balance/balanceRig.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, shop, type Rig } from '../rig.ts'
import { buy, credentials, fillShop, SHARED_WALLET, whatShopReads } from './movedPartner.ts'
import { openTwoCells, otherShop, type TwoCells } from './twoCells.ts'

let cells: TwoCells
beforeAll(async () => {
  cells = await openTwoCells()
  await cells.renewMaps()
})
afterAll(() => cells.close())

const move = (rig: Rig, file: string, to = 'E2') =>
  rig.runCommand('partner', 'move', 'SHOP', '--to', to, '--file', file, '--reason', 'E1 is full', '--json')
const receive = (rig: Rig, file: string) =>
  rig.runCommand('partner', 'receive', file, '--reason', 'E1 is full', '--json')

/** What the operator sees of the books of both cells together. */
async function sumOfBooks() {
  const files = ['E1', 'E2'] as const
  for (const name of files) {
    const { output } = await cells.command(name, 'cell', 'books', '--json')
    await writeFile(join(cells.folder, `${name}.books`), output)
  }
  const given = files.flatMap((name) => ['--books', join(cells.folder, `${name}.books`)])
  return cells.E1.runCommand('cell', 'sum', ...given)
}

async function balances(rig: Rig): Promise<void> {
  const { output } = await rig.runCommand('ledger', 'trial-balance', '--json')
  expect(JSON.parse(output)).toMatchObject({ balanced: true })
}

/** What each cell owes the other, by its own books. */
async function transitOf(rig: Rig): Promise<Record<string, bigint>> {
  const rows = await rig.query<{ asset: string; units: bigint }>(
    statement(`select a.asset, sum(p.units) as units from account a join posting p on p.account_id = a.id
      where a.name = 'transit:E1:E2' group by a.asset having sum(p.units) <> 0`),
  )
  return Object.fromEntries(rows.map(({ asset, units }) => [asset, units]))
}

test('a quiet partner is moved with its balances, and the books of both cells prove it', async () => {
  const { E1, E2, folder, command, renewMaps, partner, send } = cells
  const file = join(folder, 'shop.move')
  const { client, page, entry, widgetOrder } = await fillShop(E1)
  const bought = await E2.partner('POST', createPath, createBody('own-of-e2'), { as: otherShop })
  await payByCard(E2, bought, 'own@example.com')

  // What is not quiet stays.
  expect(await move(E1, file)).toMatchObject({ ok: false, output: expect.stringMatching(/not suspended/) })
  await E1.partner('POST', createPath, createBody('still-open'))
  await E1.openRequest()
  await command('E1', 'partner', 'suspend', 'SHOP', '--reason', 'it moves')
  expect(await move(E1, file)).toMatchObject({ ok: false, output: expect.stringMatching(/a moment ago/) })
  E1.pass(60_000)
  const open = await move(E1, file)
  expect(open).toMatchObject({ ok: false, output: expect.stringMatching(/1 open order.* 1 widget request/) })
  for (let day = 0; day < 2; day += 1) {
    E1.pass(24 * 60 * 60_000)
    await E1.settle()
  }
  await command('E1', 'partner', 'resume', 'SHOP', '--reason', 'to look at it')
  const before = await whatShopReads((method, path) => partner(method, path))
  const balance = `/api/v2/client/balance/ETH`
  await command('E1', 'partner', 'suspend', 'SHOP', '--reason', 'it moves')
  E1.pass(60_000)

  // A command that ended before its file was written is called again, and moves nothing twice.
  const first = await move(E1, join(folder, 'no-such-folder', 'shop.move'))
  expect(first).toMatchObject({ ok: false, output: expect.stringMatching(/belongs to E2 already/) })
  const [again, once] = [await move(E1, file), await move(E1, file)]
  expect([again.ok, again.output]).toEqual([true, once.output])
  const [kept] = await E1.query<{ acts: bigint }>(
    statement(`select count(*) as acts from partner_act where act = 'move_away'`),
  )
  expect(kept).toEqual({ acts: 1n })
  const owed = await transitOf(E1)
  expect(Object.keys(owed).toSorted()).toEqual(['ETH', 'USD'])
  const sealed = await readFile(file, 'utf8')
  expect(sealed).not.toContain(shop.secret)

  // Between its halves the move can be seen in the books of all cells.
  expect(await sumOfBooks()).toMatchObject({
    ok: false,
    output: expect.stringMatching(/USD is on transit:E1:E2: one cell has moved a partner/),
  })

  // Nobody is served by the cell that was left, nor is anything begun there again.
  expect(statusAndCode(await E1.partner('GET', '/api/v2/partner/balance'))).toEqual([421, 'partner_moved'])
  expect((await E1.runCommand('partner', 'resume', 'SHOP', '--reason', 'x')).output).not.toMatch(/resumed/)

  // A file that is another cell's, damaged or short is not taken in, not even in part.
  expect(await receive(E1, file)).toMatchObject({ ok: false, output: expect.stringMatching(/is for E2/) })
  const lines = sealed.trimEnd().split('\n')
  const broken = join(folder, 'broken.move')
  for (const content of [
    lines.slice(0, -1),
    [lines[0], ...lines.slice(2)],
    lines.with(5, String(lines[4])),
  ]) {
    await writeFile(broken, `${content.join('\n')}\n`)
    expect(await receive(E2, broken)).toMatchObject({
      ok: false,
      output: expect.stringMatching(/is damaged/),
    })
  }
  expect(await transitOf(E2)).toEqual({})
  await E2.owner.query(statement(`update partner set name = 'SHOP' where name = 'E2SHOP'`))
  expect(await receive(E2, file)).toMatchObject({
    ok: false,
    output: expect.stringMatching(/name another partner has/),
  })
  await E2.owner.query(statement(`update partner set name = 'E2SHOP' where name = 'SHOP'`))

  // It is taken in once.
  expect(JSON.parse((await receive(E2, file)).output)).toMatchObject({ from: 'E1', to: 'E2', changed: true })
  expect(JSON.parse((await receive(E2, file)).output)).toMatchObject({ changed: false })
  await rm(file)
  expect(await transitOf(E2)).toEqual(
    Object.fromEntries(Object.entries(owed).map(([asset, units]) => [asset, -units])),
  )
  for (const rig of [E1, E2]) await balances(rig)
  expect(await sumOfBooks()).toMatchObject({
    ok: true,
    output: expect.stringMatching(/balances of clients +ETH .*nothing is in transit\.$/s),
  })
  expect(await accountOf(E1.query, `balance:client:${client.id}`, 'ETH', 'posted')).toBe(0n)

  // Through the router everything is as it was, by the same key, ids and links.
  expect((await partner('GET', '/api/v2/partner/balance')).body).toMatchObject({ code: 'partner_moved' })
  await renewMaps()
  expect(await whatShopReads((method, path) => partner(method, path))).toEqual(before)
  for (const path of [page.pathname + page.search, `/w/${entry}`, `/api/widget/${entry}`])
    expect((await send(path)).status, path).toBe(200)
  const login = await partner('POST', '/api/v2/partner/client/login', credentials)
  const session = await send('/api/v2/client/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login.body),
  })
  const headers = { Authorization: `Bearer ${String(session.body?.['session'])}` }
  expect(Number((await send(balance, { headers })).body?.['amount'])).toBeGreaterThan(0)

  // New orders are of the new cell, and only they are told to the partner's receivers. Those of before are not touched there.
  expect(statusAndCode(await E2.partner('POST', createPath, createBody('to-client')))[1]).toBe(
    'partner_order_id_taken',
  )
  const sold = await partner('POST', createPath, createBody('after-the-move'))
  expect(sold.body).toMatchObject({ client_order_id: expect.stringMatching(/^E2/), status: 'processing' })
  await E2.work.tick()
  const told = E2.deliveries
  expect(told.filter(({ body }) => /to-client|to-shop/.test(body))).toEqual([])
  expect(new Set(told.filter(({ body }) => /after-the-move/.test(body)).map(({ url }) => url)).size).toBe(2)
  const refund = await E2.runCommand('order', 'refund', widgetOrder, '--reason', 'asked for')
  expect(refund).toMatchObject({ ok: false, output: expect.stringMatching(/another cell/) })

  // Whose wallet or card was known to be one person's there is so here: the limit of a person counts what each of them bought.
  expect(await buy(E2, { email: 'another@example.com', wallet: SHARED_WALLET })).toBe('pending')
  expect(await buy(E2, { email: 'second@example.com' })).toBe('pending')
  expect(await buy(E2, { email: 'stranger@example.com' })).toBe('auth_success')

  await movesOn(file, widgetOrder, String(sold.body?.['client_order_id']))
  for (const [cell, act] of [
    ['E1', 'move_away'],
    ['E2', 'receive'],
  ] as const)
    expect((await command(cell, 'audit', 'list')).output).toMatch(new RegExp(`${act} .*E1 is full`))
})

/** The partner moves on to a third cell and from there back to the first, each time with everything of before. */
async function movesOn(file: string, orderOfE1: string, orderOfE2: string): Promise<void> {
  const { E1, E2, command } = cells
  const reads = (rig: Rig) => whatShopReads((method, path) => rig.partner(method, path))
  const endAll = async (rig: Rig) => {
    rig.pass(8 * 24 * 60 * 60_000)
    await rig.settle()
  }
  const suspend = async (rig: Rig) => {
    const answer = await rig.runCommand('partner', 'suspend', 'SHOP', '--reason', 'it moves on')
    expect(answer.ok, answer.output).toBe(true)
    rig.pass(60_000)
  }
  const goes = async (from: Rig, to: Rig, name: string) => {
    const moved = await move(from, file, name)
    expect(moved.ok, moved.output).toBe(true)
    to.pass(from.exchange.clock.now().getTime() - to.exchange.clock.now().getTime())
    const received = await receive(to, file)
    expect(received.ok, received.output).toBe(true)
    expect(JSON.parse((await receive(to, file)).output)).toMatchObject({ changed: false })
  }
  const refund = (rig: Rig, order: string) =>
    rig.runCommand('order', 'refund', order, '--reason', 'asked for')

  await endAll(E2)
  const before = await reads(E2)
  await suspend(E2)
  const E3 = await openRig({ cell: 'E3' })
  try {
    await E3.owner.query(statement(`update partner set name = 'E3' || name, api_key = 'E3' || api_key`))
    await goes(E2, E3, 'E3')
    expect(await reads(E3)).toEqual(before)
    expect(await refund(E3, orderOfE1)).toMatchObject({
      ok: false,
      output: expect.stringMatching(/another cell/),
    })

    // What it changes there holds in the first cell, too, when it is back: what was taken away does not come back.
    const endpoints = '/api/v2/partner/callback_endpoints'
    const removed = `${endpoints}/${String((await E3.partner('GET', endpoints)).at('data.1.endpoint_id'))}`
    expect((await E3.partner('DELETE', removed)).status).toBe(200)
    const origin = ['--origin', 'https://new.shop.test']
    expect(await E3.runCommand('partner', 'update', 'SHOP', ...origin, '--reason', 'x')).toMatchObject({
      ok: true,
    })
    await E3.partner('POST', createPath, createBody('of-e3'))
    const [{ sessions } = { sessions: 0n }] = await E1.query<{ sessions: bigint }>(
      statement('select count(*) as sessions from session'),
    )
    expect(sessions).toBeGreaterThan(0n)
    await endAll(E3)
    const last = await reads(E3)
    await suspend(E3)
    await goes(E3, E1, 'E1')
    expect(await reads(E1)).toEqual(last)
    const [left] = await E1.query<object>(
      statement(`select count(*) as sessions from session s join client c on c.id = s.client_id
        join partner p on p.id = c.partner_id where p.name = 'SHOP'`),
    )
    expect(left).toEqual({ sessions: 0n })
    const shown = await E1.runCommand('partner', 'show', 'SHOP', '--json')
    expect(shown.output).toContain('https://new.shop.test')
    await balances(E1)
    await balances(E3)
  } finally {
    await E3.close()
  }

  // Each order is acted on where its money is. New ones are of the cell that the partner is in.
  expect((await refund(E1, orderOfE1)).output).not.toMatch(/another cell/)
  expect((await refund(E1, orderOfE2)).output).toMatch(/another cell/)
  const sold = await E1.partner('POST', createPath, createBody('back-in-e1'))
  expect(sold.body).toMatchObject({ client_order_id: expect.stringMatching(/^E1/), status: 'processing' })

  // It may go wherever it has been once more.
  await endAll(E1)
  await suspend(E1)
  await goes(E1, E2, 'E2')
  expect((await refund(E2, orderOfE1)).output).toMatch(/another cell/)
  expect((await refund(E2, orderOfE2)).output).not.toMatch(/another cell/)
  await command('E2', 'partner', 'show', 'SHOP')
}

/** Tables about partners, clients and orders of which nothing moves: what they hold is open, of one cell or of one moment. */
const staying = [
  'bank_entry',
  'bank_payment',
  'card_form',
  'chain_deposit',
  'chain_deposit_address',
  'chain_payout',
  'client_mail',
  'departure_waiting',
  'endpoint_callback',
  'entry_code',
  'login_token',
  'mail_code',
  'message',
  'order_act',
  'order_legal_notice',
  'order_milestone',
  'order_trace',
  'order_uncounted',
  'partner_act',
  'partner_mail',
  'partner_move',
  'partner_request',
  'partner_session',
  'partner_sign_in',
  'person_mark',
  'quote',
  'session',
  'verification',
  'verification_review',
  'withdrawal_code',
  'wrong_withdrawal_code',
]

test('every table about partners, clients and orders moves, or is known to stay', async () => {
  const rows = await cells.E1.query<{ name: string }>(
    statement(`select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'exchange'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
        and a.attname in ('partner_id', 'client_id', 'order_id') order by name`),
  )
  const moving = new Set(movedTables.flatMap(({ tables }) => tables.map(({ name }) => name)))
  expect(rows.map(({ name }) => name).filter((name) => !moving.has(name))).toEqual(staying)
})
