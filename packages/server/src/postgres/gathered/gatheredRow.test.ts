import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/postgres/testing.ts'
import { limitsMigrations } from '../../http/limits.ts'
import type { Query, Statement } from '../Database.ts'
import { gatheredRow, readRow, rowRead, type RowRead } from './gatheredRow.ts'

let held: TestDatabase
let sent: Statement[] = []
beforeAll(async () => {
  held = await testDatabase({ schema: 'book', appRole: 'book_app', directories: [limitsMigrations] })
})
afterAll(() => held.close())

type Row = Readonly<Record<'word' | 'bytes' | 'at' | 'number' | 'nothing' | 'large' | 'absent', unknown>>

/** Reads on the database, of which each statement is noted. */
function reading(read: RowRead) {
  sent = []
  const query: Query = (statement) => {
    sent.push(statement)
    return held.database.query(statement)
  }
  return gatheredRow<Row>(query, read)
}

/** No row for the number 3. */
const EVERY_TYPE = rowRead(
  'every_type',
  `
    select $1::text as word, $2::bytea as bytes, $3::timestamptz as at, $4::int8 as number, null::text as nothing,
      $4::int8 * 10000000000000000 as large, $5::text as absent
    where $4 <> 3 order by 1`,
  ['text', 'bytea', 'timestamptz', 'int8', 'text'],
)

const valuesOf = (number: number) => [
  `"${number}"\\ $1 ü`,
  Buffer.from([number, 0, 255]),
  new Date(Date.UTC(2026, 1, number, 9, 30, 0, 123)),
  BigInt(number),
  null,
]

test('rows that are read at once are those that each statement alone reads', async () => {
  const numbers = [1, 2, 3, 4, 5, 6]
  const alone = await Promise.all(
    numbers.map((number) => readRow<Row>(held.database.query, EVERY_TYPE, valuesOf(number))),
  )
  expect(alone[2]).toBeUndefined()
  expect(alone[0]).toMatchObject({ number: 1n, large: 10_000_000_000_000_000n, nothing: null })
  const read = reading(EVERY_TYPE)
  const together = await Promise.all(numbers.map((number) => read(...valuesOf(number))))
  expect(sent.map(({ name }) => name)).toEqual(['every_type', 'every_type_of_all', 'every_type'])
  expect(together).toMatchObject(alone)
})

test('equal values that are read at once each get the row', async () => {
  const read = reading(EVERY_TYPE)
  const rows = await Promise.all([1, 2, 2, 2, 1].map((number) => read(...valuesOf(number))))
  expect(sent).toHaveLength(2)
  expect(rows.map((row) => row?.number)).toEqual([1n, 2n, 2n, 2n, 1n])
})
