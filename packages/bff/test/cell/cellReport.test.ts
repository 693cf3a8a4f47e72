import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestChain } from '@cambio/rails/testing/chain/chainRig.ts'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellReportLine } from '../../src/cli/cell/cellReport.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

/* Reports over two cells, each with a database of its own, which are asked by their addresses alone. */

const names = ['E1', 'E2'] as const
const rigs: Rig[] = []
const addresses = new Map<string, string>()
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-report-'))
  file = join(folder, 'cells.txt')
  for (const cell of names)
    rigs.push(
      await openRig({ cell }, {}, (url) => {
        addresses.set(cell, url)
        return Promise.resolve(url)
      }),
    )
  await name([...addresses])
  // Orders by turns, a second apart.
  for (const [index, amount] of ['40.00', '60.00', '100.50'].entries()) {
    const rig = rigs[index % 2] as Rig
    for (const each of rigs) each.pass(1_000)
    const body = { ...createBody(`order-${index}`), payin_amount: amount }
    expect((await rig.partner('POST', createPath, body)).status).toBe(200)
  }
  for (const rig of rigs) {
    rig.pass(1_000)
    await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')
  }
})
afterAll(async () => {
  for (const rig of rigs) await rig.close()
  await rm(folder, { recursive: true, force: true })
})

async function name(cells: readonly (readonly string[])[]): Promise<void> {
  await writeFile(file, `# cells\n${cells.map((each) => each.join(' ')).join('\n')}\n`)
  await chmod(file, 0o600)
}

const clock = { now: () => rigs[0]?.exchange.clock.now() ?? new Date() }
const report = (called: string, ...more: string[]) =>
  answerCall(cellReportLine('pnpm cambio'), ['cell', 'report', called, '--cells', file, ...more], (work) =>
    work({ clock }),
  )

test('a report over cells lists the rows of each as one, newest first, each with its cell, and adds their amounts up', async () => {
  const { ok, output } = await report('order search', '--json')
  expect(ok, output).toBe(true)
  expect(JSON.parse(output)).toMatchObject({
    cells: ['E1', 'E2'],
    unavailable: [],
    lists: {
      orders: [
        { cell: 'E1', partner_order_id: 'order-2', payin_amount: '100.50' },
        { cell: 'E2', partner_order_id: 'order-1', payin_amount: '60.00' },
        { cell: 'E1', partner_order_id: 'order-0', payin_amount: '40.00' },
      ],
    },
    sums: [
      { list: 'orders', field: 'payin_amount', currency: 'EUR', sum: '200.50' },
      { field: 'payout_amount' },
    ],
    more: false,
  })
  expect((await report('order search')).output).toMatch(
    /^orders:\nE1 .*\nE2 .*\nE1 .*\nSum of payin_amount: 200\.50 EUR/,
  )
  const acts = JSON.parse((await report('audit list', '--json')).output) as { lists: { acts: object[] } }
  expect(acts.lists.acts).toMatchObject([
    { cell: 'E1', act: 'settle' },
    { cell: 'E2', act: 'settle' },
  ])
  for (const called of ['owed list', 'balance show SHOP', 'sepa list', 'request search --partner "SHOP"'])
    expect(await report(called)).toMatchObject({ ok: true })
})

test('a report over cells shows no row after which one of them may have more', async () => {
  const { output } = await report('order search --rows 1', '--json')
  expect(JSON.parse(output)).toMatchObject({
    lists: { orders: [{ cell: 'E1', partner_order_id: 'order-2' }] },
    more: true,
  })
})

test('an order that stayed behind as a copy is listed once over cells, from the cell that its id names', async () => {
  const [E1, E2] = rigs as [Rig, Rig]
  const [shop] = await E1.query<{ id: string }>(statement(`select id from partner where name = 'SHOP'`))
  const [of] = await E2.query<{ id: string; row: string }>(
    statement(
      'select id, (to_jsonb(o) || $1::jsonb)::text as row from orders o',
      JSON.stringify({ client_id: null, partner_id: shop?.id }),
    ),
  )
  await E1.owner.query(
    statement('insert into orders select * from jsonb_populate_record(null::orders, $1::jsonb)', of?.row),
  )
  expect((await E1.runCommand('order', 'search', String(of?.id))).output).toContain(of?.id)
  const { output } = await report(`order search ${of?.id}`, '--json')
  expect(JSON.parse(output)).toMatchObject({ lists: { orders: [{ cell: 'E2', client_order_id: of?.id }] } })
})

test('a cell that does not answer is named, the others are shown, and the call fails', async () => {
  const [first] = [...addresses]
  const gone = new URL(first?.[1] ?? '')
  gone.pathname = '/no_such_database'
  await name([...addresses, ['E3', gone.href]])
  const { ok, output } = await report('order search')
  expect(ok).toBe(false)
  expect(output).toMatch(/order-2/)
  expect(output).toMatch(/E3: Its database did not answer \(3D000: there is no such database\)/)
  await name([...addresses])
})

test('a report over cells that cannot be is refused before any cell is asked', async () => {
  expect((await report('order refund X')).output).toMatch(/is no report over cells/)
  expect((await report('order search --colour red')).output).toMatch(/--colour/)
  const unknown = await report('balance show Nobody')
  expect(unknown).toMatchObject({
    ok: false,
    output: expect.stringMatching(/E1: There is no partner .*\nE2: /),
  })
  await chmod(file, 0o644)
  expect((await report('owed list')).output).toMatch(/can be read by others/)
  await chmod(file, 0o600)
  await name([['E1', 'mysql://x']])
  const wrong = await report('owed list')
  expect(wrong.output).toMatch(/Cell 1 of .* is not a name, the address/)
  expect(wrong.output).not.toContain('mysql')
  await name([...addresses])
})

test('reports over cells of partners, clients, callbacks and books show each cell, and fail where one of them fails', async () => {
  for (const rig of rigs) await rig.placeOrder({ email: 'ada@example.com' })
  const asked = async (called: string) => {
    const { ok, output } = await report(called, '--json')
    return { ok, ...(JSON.parse(output) as { lists: Record<string, { cell: string }[]> }) }
  }
  for (const [called, list] of [
    ['partner list', 'partners'],
    ['client search --rows 100', 'clients'],
  ] as const) {
    const { lists } = await asked(called)
    expect(new Set(lists[list]?.map(({ cell }) => cell)), called).toEqual(new Set(names))
  }
  expect(await asked('callback list --state any --rows 1')).toMatchObject({
    ok: true,
    lists: { callbacks: names.map((cell) => ({ cell })) },
    more: true,
  })
  expect(await asked('ledger verify')).toMatchObject({
    ok: true,
    lists: {
      summary: names.map((cell) => ({ cell, intact: true, unproved_postings: 0, first_altered: null })),
    },
  })
  const balanced = (first: boolean) => ({
    ok: first,
    lists: {
      summary: [
        { cell: 'E1', balanced: first },
        { cell: 'E2', balanced: true },
      ],
    },
  })
  expect(await asked('ledger trial-balance')).toMatchObject(balanced(true))
  const [E1] = rigs as [Rig]
  const asOwner = (text: string) =>
    E1.owner.transaction(async (query) => {
      await query(statement("set local session_replication_role = 'replica'"))
      await query(statement(text))
    })
  await asOwner(`
    with a as (insert into account (name, asset) values ('forged', 'EUR') returning id)
    insert into posting select 'forged', 1, id, 'posted', 5 from a`)
  expect(await asked('ledger trial-balance')).toMatchObject(balanced(false))
  await asOwner(`delete from posting where journal_id = 'forged'`)
  await asOwner(`delete from account where name = 'forged'`)
})

test('pay-outs that wait in any cell are shown over cells, with what is paused in each', async () => {
  const [, E2] = rigs as [Rig, Rig]
  await E2.runCommand('payout', 'pause', 'all', '--reason', 'The wallet is moved')
  await E2.catalogue.refresh()
  const order = await E2.placeOrder()
  await E2.charge(order, 'held')
  const [attempt] = await E2.attempts(order.orderId)
  E2.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  for (let minute = 0; minute < 5; minute += 1) {
    E2.pass(60_000)
    await E2.work.tick()
  }
  const { output } = await report('payout show', '--json')
  expect(JSON.parse(output)).toMatchObject({
    lists: {
      summary: [
        { cell: 'E1', all_paused: false, hour: { cap: null } },
        { cell: 'E2', all_paused: true, hour: { cap: null } },
      ],
      waiting: [{ cell: 'E2', client_order_id: order.orderId, currency: 'ETH', why: 'paused' }],
    },
    sums: [{ list: 'waiting', field: 'amount', currency: 'ETH' }],
  })
})

test('coins are compared with the books over cells, and a cell whose node is silent or not named fails the report', async () => {
  const chain = await openTestChain()
  const { settings, client, dataDir } = chain
  let database = ''
  const E3 = await openRig({ cell: 'E3' }, { CHAIN_URL: settings.url, DATA_DIR: dataDir }, (url) =>
    Promise.resolve((database = url)),
  )
  try {
    await E3.work.tick()
    /** Compares, with or without a node for the cell, which keeps no address of it, as in live. */
    const compare = async (...node: readonly string[]) => {
      await E3.owner.query(statement('update chain_wallet set url = null'))
      await name([
        ['E1', addresses.get('E1') ?? ''],
        ['E3', database, ...node],
      ])
      const { ok, output } = await report('chain reconcile', '--json')
      return { ok, ...(JSON.parse(output) as object) }
    }
    const containing = (text: string) => expect.stringContaining(text) as string
    const failed = (why: string) => ({ ok: false, unavailable: [{ cell: 'E3', why: containing(why) }] })
    expect(await compare(settings.url)).toMatchObject({
      ok: true,
      refused: [{ cell: 'E1', why: containing('not connected to a chain') }],
      unavailable: [],
      lists: { summary: [{ cell: 'E3', agrees: true }] },
    })
    expect(await compare('http://127.0.0.1:1')).toMatchObject(failed('The node does not give'))
    expect(await compare()).toMatchObject(failed('The address of the node is not known'))

    const { address } = settings.keys.hotWallet
    const balance = await client.getBalance({ address })
    await chain.node('anvil_setBalance', address, `0x${(balance - 1n).toString(16)}`)
    await chain.mine(4)
    await E3.work.tick()
    E3.pass(10_000)
    await E3.work.tick()
    const lost = '-0.000000000000000001'
    expect(await compare(settings.url)).toMatchObject({
      ok: false,
      lists: {
        summary: [{ cell: 'E3', agrees: false }],
        accounts: expect.arrayContaining([
          expect.objectContaining({ cell: 'E3', asset: 'ETH', difference: lost }),
        ]) as object[],
      },
      sums: expect.arrayContaining([
        { list: 'accounts', field: 'difference', currency: 'ETH', sum: lost },
      ]) as object[],
    })
    await name([['E3', database, 'ftp://node']])
    expect((await report('chain reconcile')).output).toMatch(/Cell 1 of .* is not a name, the address/)
  } finally {
    await name([...addresses])
    await E3.close()
    await chain.close()
  }
})
