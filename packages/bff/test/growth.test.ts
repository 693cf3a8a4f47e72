import { statement, type RowsRead } from '@cambio/server/postgres/testing.ts'
import { expect, test } from 'vitest'
import { openRig, type Rig } from './rig.ts'

/** Rows that one may cost more than another by chance, far fewer than there are. */
const FEW = 30

/** Orders from their quotes to their last callbacks. */
async function lives(rig: Rig, count: number): Promise<void> {
  for (let each = 0; each < count; each++) await rig.charge(await rig.placed(), 'held')
  const held = statement(`select platform_order_id as id from attempt where state = 'held'`)
  for (const { id } of await rig.query<{ id: string }>(held)) rig.card.becomes(id, 'settled')
  await rig.settle()
  expect(await rig.query(statement(`select from orders where status <> 'finished'`))).toEqual([])
}

/** What each table gave to one of them. */
async function costOfOne(rig: Rig): Promise<(table: string) => RowsRead> {
  const before = await rig.rowsRead()
  await lives(rig, 1)
  const after = await rig.rowsRead()
  const none = { scanned: 0, lookedUp: 0 }
  return (table) => {
    const [was, is] = [before.get(table) ?? none, after.get(table) ?? none]
    return { scanned: is.scanned - was.scanned, lookedUp: is.lookedUp - was.lookedUp }
  }
}

test('an order costs the database as much after many as it did after a few', async () => {
  const rig = await openRig()
  await lives(rig, 5)
  const early = await costOfOne(rig)
  for (let round = 0; round < 4; round++) await lives(rig, 20)
  const late = await costOfOne(rig)
  for (const table of ['account', 'journal', 'posting', 'order_event', 'widget_request', 'quote', 'client']) {
    expect.soft(late(table).scanned, table).toBeLessThan(early(table).scanned + FEW)
    expect.soft(late(table).lookedUp, table).toBeLessThan(early(table).lookedUp + FEW)
  }
  // Tables with work that is due are read whole while they are small, so only what is looked up is told apart.
  for (const table of ['orders', 'attempt', 'callback'])
    expect.soft(late(table).lookedUp, table).toBeLessThan(early(table).lookedUp + FEW)
  await rig.close()
}, 120_000)
