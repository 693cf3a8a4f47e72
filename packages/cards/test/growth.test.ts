import type { RowsRead } from '@cambio/server/postgres/testing.ts'
import { expect, test } from 'vitest'
import { openRig, type Rig } from './rig.ts'

/** Rows that one may cost more than another by chance, far fewer than there are. */
const FEW = 30

/** A SALE from its request to its capture and a part given back, with what a merchant asks meanwhile. */
async function life(rig: Rig, order_id: string): Promise<void> {
  const { body } = await rig.sale({ order_id, req_token: 'Y' })
  rig.pass(2_000)
  await rig.settle()
  await rig.followUp('CREDITVOID', body.trans_id, { amount: '10.00' })
  await rig.settle()
  expect((await rig.followUp('GET_TRANS_DETAILS', body.trans_id)).body['status']).toBe('SETTLED')
  await rig.followUp('GET_TRANS_STATUS_BY_ORDER', order_id)
}

/** What each table gave to one of them. */
async function costOfOne(rig: Rig, name: string): Promise<(table: string) => RowsRead> {
  const before = await rig.rowsRead()
  await life(rig, name)
  const after = await rig.rowsRead()
  const none = { scanned: 0, lookedUp: 0 }
  return (table) => {
    const [was, is] = [before.get(table) ?? none, after.get(table) ?? none]
    return { scanned: is.scanned - was.scanned, lookedUp: is.lookedUp - was.lookedUp }
  }
}

test('a SALE costs the database as much after many as it did after a few', async () => {
  const rig = await openRig()
  await rig.saveMerchant({ salesPerMinute: 10_000 })
  for (let count = 0; count < 10; count++) await life(rig, `first-${count}`)
  const early = await costOfOne(rig, 'early')
  for (let count = 0; count < 100; count++) await life(rig, `many-${count}`)
  const late = await costOfOne(rig, 'late')
  for (const table of ['account', 'journal', 'posting', 'transaction_log', 'merchant']) {
    expect.soft(late(table).scanned, table).toBeLessThan(early(table).scanned + FEW)
    expect.soft(late(table).lookedUp, table).toBeLessThan(early(table).lookedUp + FEW)
  }
  // Tables with work that is due are read whole while they are small, so only what is looked up is told apart.
  for (const table of ['transaction', 'operation', 'notification', 'vault_card'])
    expect.soft(late(table).lookedUp, table).toBeLessThan(early(table).lookedUp + FEW)
  await rig.close()
}, 120_000)
