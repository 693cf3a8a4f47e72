import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Fields, type Reply, type Rig } from './rig.ts'
import { openShop, type Shop } from './shop.ts'

/*
 * Every card, encoding, way to name the card, and order of news: one true end each, and at most one charge. A cell that
 * cannot be is in the table too, and its test proves that it cannot.
 */

const encodings = ['form', 'multipart'] as const
const sources = ['card', 'token', 'hosted fields'] as const
const orders = [
  'return before notification',
  'notification before return',
  'no return',
  'no notification',
] as const

type Source = (typeof sources)[number]
type NoticeOrder = (typeof orders)[number]

/** `end`: how it stands when the buyer has done what the cell says. */
type Row = {
  readonly name: string
  readonly card: { readonly card_exp_month: string; readonly card_exp_year: string }
  readonly first: 'PENDING' | 'DECLINED' | '3DS' | 'REDIRECT'
  readonly end: 'SETTLED' | 'DECLINED' | 'PENDING'
}

const month = (card_exp_month: string, card_exp_year = '2038') => ({ card_exp_month, card_exp_year })
const rows: readonly Row[] = [
  { name: 'success', card: month('01'), first: 'PENDING', end: 'SETTLED' },
  { name: 'declined', card: month('02'), first: 'DECLINED', end: 'DECLINED' },
  { name: 'capture fails', card: month('03'), first: 'PENDING', end: 'PENDING' },
  { name: '3-D Secure success', card: month('05'), first: '3DS', end: 'SETTLED' },
  { name: '3-D Secure declined', card: month('06'), first: '3DS', end: 'DECLINED' },
  { name: 'redirect success', card: month('12'), first: 'REDIRECT', end: 'SETTLED' },
  { name: 'redirect declined', card: month('12', '2039'), first: 'REDIRECT', end: 'DECLINED' },
]

/** Why a cell cannot be; undefined when it can. */
function impossible(row: Row, source: Source, order: NoticeOrder): Reason | undefined {
  if (source === 'token' && row.end === 'DECLINED') return 'no token'
  if (!leaves(row) && (order === 'return before notification' || order === 'notification before return'))
    return 'no return'
  if (row.first === 'DECLINED' && order === 'no notification') return 'no notification'
  return undefined
}

type Reason = 'no token' | 'no return' | 'no notification'
const because: Record<Reason, string> = {
  'no token': 'cannot be: a token is given for a SALE that succeeded, and with this card none does',
  'no return': "cannot be: the SALE's own answer decides and sends the buyer nowhere, so nobody returns",
  'no notification': "cannot be: the SALE's own answer was the end, so no notification could go missing",
}

const leaves = (row: Row) => row.first === '3DS' || row.first === 'REDIRECT'

/**
 * The orders of news of a card that is named in a way, in one encoding. `npm test` has each once, in one encoding or the
 * other, and each way and each order in both. `pnpm sim:rows` has all cells.
 */
function ordersIn(encoding: (typeof encodings)[number], row: Row, source: Source): readonly NoticeOrder[] {
  const place = rows.indexOf(row) + sources.indexOf(source) + encodings.indexOf(encoding)
  return rowsOf(orders, (_, index) => (index + place) % encodings.length === 0)
}

let rig: Rig
let shop: Shop
beforeAll(async () => {
  rig = await openRig()
  shop = openShop(rig)
})
afterAll(() => rig.close())

let count = 0

describe.each(rows.map((row, index) => ({ row, number: index + 1, name: row.name })))(
  'card $number, $name',
  ({ row }) => {
    describe.each(encodings)('%s', (encoding) => {
      describe.each(sources)('by %s', (source) => {
        for (const order of ordersIn(encoding, row, source)) {
          const reason = impossible(row, source, order)
          if (reason === undefined) test(order, () => lives(row, { encoding, source, order }))
          else test(`${order} ${because[reason]}`, () => provesThat(reason, row, { encoding, source }))
        }
      })
    })
  },
)

test('after every life the books balance, and nothing is held any more', async () => {
  expect(await imbalances(rig.database.query)).toEqual([])
  expect(await layerSum('pending')).toBe(0n)
  const taken = await rig.owner.query<{ units: bigint }>(
    statement('select coalesce(sum(captured), 0) as units from transaction'),
  )
  expect(await layerSum('posted')).toBe(taken[0]?.units)
})

async function lives(
  row: Row,
  cell: { encoding: 'form' | 'multipart'; source: Source; order: NoticeOrder },
): Promise<void> {
  const order_id = `matrix-${(count += 1)}`
  const fields = { ...(await paidBy(cell.source, row)), order_id, order_amount: '25.00' }
  rig.inbox.length = 0
  shop.notifications(cell.order !== 'no notification')
  const sale = await rig.sale(fields, cell.encoding)
  expect(sale).toMatchObject({ status: 200, body: { status: row.first } })
  const end = cell.order === 'no return' && leaves(row) ? 'DECLINED' : row.end
  if (leaves(row)) await comesBack(sale, row, cell.order)
  await untilQuiet()

  const id = sale.body.trans_id
  const recorded = shop.book.get(order_id)
  // Whoever was told of the end was told the truth; whoever was not finds it by asking.
  if (cell.order !== 'no notification' && rig.inbox.length > 0) expect(recorded).toBe(end)
  expect(rig.inbox.length > 0).toBe(row.first !== 'DECLINED')
  expect(await shop.fetchStatus(id)).toBe(end)
  const byOrder = await rig.followUp('GET_TRANS_STATUS_BY_ORDER', order_id)
  expect(byOrder.body).toMatchObject({ trans_id: id, status: end })

  expect(await rig.sale(fields, cell.encoding)).toEqual(sale)
  await untilQuiet()
  expect(await chargesOf(order_id)).toEqual({
    transactions: 1,
    holds: end === 'DECLINED' ? 0 : 1,
    captures: end === 'SETTLED' ? 1 : 0,
    taken: end === 'SETTLED' ? 2500n : 0n,
  })
  if (end === 'PENDING') await voids(id)
}

/** A buyer who leaves for the bank and comes back, with the notification before or after, or does not. */
async function comesBack(sale: Reply, row: Row, order: NoticeOrder): Promise<void> {
  if (order === 'no return') return
  const status = row.end === 'DECLINED' ? 'DECLINED' : 'PENDING'
  const page = await shop.decide(sale)
  if (order === 'notification before return') {
    await rig.settle()
    expect(shop.book.get(String(sale.body['order_id']))).toBe(status)
  }
  expect(await shop.arrive(sale, page)).toBe(status)
}

/** The hold that could not be captured is given back, and the merchant is told. */
async function voids(id: string): Promise<void> {
  expect((await rig.followUp('CREDITVOID', id)).body).toMatchObject({ result: 'ACCEPTED' })
  await untilQuiet()
  expect(rig.inbox.findLast(({ action }) => action === 'CREDITVOID')).toMatchObject({
    trans_id: id,
    status: 'REVERSAL',
  })
  expect(await shop.fetchStatus(id)).toBe('REVERSAL')
  expect(await layerSum('pending', id)).toBe(0n)
}

async function provesThat(
  reason: Reason,
  row: Row,
  { encoding, source }: { encoding: 'form' | 'multipart'; source: Source },
): Promise<void> {
  shop.notifications(true)
  rig.inbox.length = 0
  const fields = source === 'token' ? { ...row.card } : await paidBy(source, row)
  const order_id = `matrix-${(count += 1)}`
  const sale = await rig.sale({ ...fields, order_id, req_token: 'Y' }, encoding)
  if (leaves(row)) await shop.arrive(sale, await shop.decide(sale))
  await untilQuiet()
  switch (reason) {
    case 'no token':
      expect(await shop.fetchStatus(sale.body.trans_id)).toBe('DECLINED')
      expect(JSON.stringify([sale, rig.inbox])).not.toContain('card_token')
      break
    case 'no return':
      expect(sale.body).not.toHaveProperty('redirect_url')
      break
    case 'no notification':
      expect(sale.body['status']).toBe(await shop.fetchStatus(sale.body.trans_id))
      expect(rig.inbox).toEqual([])
      break
  }
  if (row.end === 'PENDING') await voids(sale.body.trans_id)
}

/** Fields that name the card in one of the three ways a merchant can. */
async function paidBy(source: Source, row: Row): Promise<Fields> {
  if (source === 'card') return { ...row.card }
  const byToken = { card_number: '', card_exp_month: '', card_exp_year: '' }
  if (source === 'token') return { ...byToken, card_token: await tokenOf(row) }
  return { ...byToken, card_token: await shop.handedIn(row.card), card_cvv2: '' }
}

/** The merchant's own token of each card, had by a SALE that succeeded. */
const tokens = new Map<Row, string>()

async function tokenOf(row: Row): Promise<string> {
  const existing = tokens.get(row)
  if (existing !== undefined) return existing
  const sale = await rig.sale({ ...row.card, order_id: `token-${(count += 1)}`, req_token: 'Y' })
  if (leaves(row)) await shop.decide(sale)
  await untilQuiet()
  if (row.end === 'PENDING') await voids(sale.body.trans_id)
  const notification = rig.inbox.find(
    ({ trans_id, card_token }) => trans_id === sale.body.trans_id && card_token,
  )
  const answered = sale.body['card_token']
  const token = typeof answered === 'string' ? answered : (notification?.['card_token'] ?? '')
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  tokens.set(row, token)
  return token
}

/** Lets the capture delay, the time for a challenge and every attempt of a notification pass. */
async function untilQuiet(): Promise<void> {
  for (const ms of [0, 1_000, 30 * 60_000, 15 * 60_000, 15 * 60_000, 15 * 60_000, 15 * 60_000]) {
    rig.pass(ms)
    await rig.settle()
    if (ms >= 30 * 60_000 && !(await isWaiting())) return
  }
}

async function isWaiting(): Promise<boolean> {
  const rows = await rig.owner.query(
    statement(`select 1 as one from notification where state = 'waiting' limit 1`),
  )
  return rows.length > 0
}

/** What was really done under an order_id, by the ledger. */
async function chargesOf(orderId: string) {
  const [row] = await rig.owner.query<{
    transactions: bigint
    holds: bigint
    captures: bigint
    taken: bigint
  }>(
    statement(
      `select count(distinct t.id) as transactions,
         count(distinct j.id) filter (where j.kind = 'hold') as holds,
         count(distinct j.id) filter (where j.kind = 'capture') as captures,
         coalesce(sum(p.units) filter (where p.layer = 'posted' and a.name like 'acquirer:%'), 0) as taken
       from transaction t
         left join journal j on j.reference = t.id::text
         left join posting p on p.journal_id = j.id
         left join account a on a.id = p.account_id
       where t.order_id = $1`,
      orderId,
    ),
  )
  return (
    row && {
      transactions: Number(row.transactions),
      holds: Number(row.holds),
      captures: Number(row.captures),
      taken: row.taken,
    }
  )
}

/** What the acquirer owes in a layer, over everything or one transaction. */
async function layerSum(layer: 'pending' | 'posted', transId: string | null = null): Promise<bigint> {
  const [row] = await rig.owner.query<{ units: bigint }>(
    statement(
      `select coalesce(sum(p.units), 0) as units
       from posting p join journal j on j.id = p.journal_id join account a on a.id = p.account_id
       where p.layer = $1 and a.name like 'acquirer:%' and ($2::text is null or j.reference = $2)`,
      layer,
      transId,
    ),
  )
  return row?.units ?? 0n
}
