import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { afresh, statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { readSoFar } from '@cambio/server/testing/postgres/testingReads.ts'
import { expect, test } from 'vitest'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { commandDepsOf } from '../operator/commandDepsOf.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig } from '../rig.ts'
import { openSepaRig } from './sepaRig.ts'
import { statement, type Line } from './statement.ts'

const tables = ['bank_entry', 'bank_payment', 'orders', 'transfer', 'account', 'journal', 'posting']

/*
 * A bank's first large file is taken by one connection, which plans its statements as it begins: then there is nothing in
 * the tables yet, and the database may know that. What is planned so is kept to the file's end.
 */
test('a large file that is imported into empty tables reads no table whole, and few rows per line', async () => {
  const bank = await openSepaRig(await openRig({}, {}, afresh))
  const { rig, folder } = bank
  for (const table of tables)
    await rig.owner.query(sql(`alter table ${table} set (autovacuum_enabled = off)`))
  await rig.owner.query(sql(`analyze ${tables.join(', ')}`))
  const order = await rig.partner('POST', createPath, { ...createBody('sepa-1'), payin_group: 'sepa' })
  const texts = [String(order.at('client_order_id')), ...Array.from({ length: 999 }, () => 'of nobody')]
  const lines = texts.map((text, index): Line => {
    return { reference: `L${index}`, amount: '100.00', endToEndId: `called-${index}`, lines: [text] }
  })
  const file = join(folder, 'large.xml')
  await writeFile(file, statement(lines))
  const { locking, wholeReads, rowsRead } = countReads(rig.exchange.locking)
  const { output } = await answerCall(exchangeCommands, ['sepa', 'import', file, '--json'], (work) =>
    work(commandDepsOf({ ...rig.exchange, locking })),
  )
  expect(JSON.parse(output)).toMatchObject({ entries: 1_000, matched: 1, owed: 999 })
  expect(Object.fromEntries(wholeReads)).toEqual({})
  const many = [...rowsRead].filter(([, rows]) => rows > 10n * BigInt(lines.length))
  expect(many).toEqual([])
  await bank.close()
})

/** A database that counts how often its transactions read a table whole, and how many rows they read of each. */
function countReads(database: Database) {
  const wholeReads = new Map<string, bigint>()
  const rowsRead = new Map<string, bigint>()
  const count = (of: Map<string, bigint>, table: string, more: bigint) => {
    if (more > 0n) of.set(table, (of.get(table) ?? 0n) + more)
  }
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (query) => {
      const before = await readSoFar(query, tables)
      const result = await work(query)
      // What is checked at commit is part of what a transaction takes.
      await query(sql('set constraints all immediate'))
      for (const [table, { whole, read }] of await readSoFar(query, tables)) {
        count(wholeReads, table, whole - (before.get(table)?.whole ?? 0n))
        count(rowsRead, table, read - (before.get(table)?.read ?? 0n))
      }
      return result
    })
  return { locking: { ...database, transaction }, wholeReads, rowsRead }
}
