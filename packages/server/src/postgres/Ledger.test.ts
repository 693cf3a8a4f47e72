import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { readSoFar } from '../../testing/postgres/testingReads.ts'
import {
  balanceOf,
  imbalances,
  journalsParameter,
  ledgerMigrations,
  postJournals,
  trialBalance,
  type Journal,
  type Posting,
} from './Ledger.ts'

const AT = new Date('2026-01-02T03:04:05.678Z')

let books: TestDatabase

beforeAll(async () => {
  books = await testDatabase({ schema: 'books', appRole: 'books_app', directories: [ledgerMigrations] })
})
afterAll(() => books.close())
afterEach(async () => {
  expect(await imbalances(books.database.query)).toEqual([])
})

const post = (...journals: Journal[]) => postJournals(books.database.query, journals, AT)
const balance = (account: string, layer: 'pending' | 'posted' = 'posted', asset = 'EUR') =>
  balanceOf(books.database.query, account, asset, layer)
const run = (text: string, as = books.owner) => as.query<object>(statement(text))

let count = 0
const fresh = (word: string) => `${word}:${++count}`

function journal(postings: Posting[], more: Partial<Journal> = {}): Journal {
  return { id: fresh('j'), kind: 'test', reference: 'order', postings, ...more }
}

function move(
  from: string,
  to: string,
  units: bigint,
  layer: 'pending' | 'posted' = 'posted',
  asset = 'EUR',
) {
  return [
    { account: to, asset, layer, units },
    { account: from, asset, layer, units: -units },
  ]
}

describe('what is posted', () => {
  test('a journal moves units exactly, of any size', async () => {
    const [from, to] = [fresh('from'), fresh('to')]
    const units = 10n ** 38n - 1n
    await post(journal(move(from, to, units)))
    expect(await balance(to)).toBe(units)
    expect(await balance(from)).toBe(-units)
    expect(await trialBalance(books.database.query)).toContainEqual({
      account: to,
      asset: 'EUR',
      layer: 'posted',
      units,
    })
  })

  test('a journal is posted once, however often and however simultaneously it is asked for', async () => {
    const to = fresh('to')
    const once = journal(move(fresh('from'), to, 5n))
    await Promise.all(Array.from({ length: 8 }, () => post(once)))
    await post(once, once)
    expect(await balance(to)).toBe(5n)
  })

  test('a journal is refused under the id of another one', async () => {
    const once = journal(move('a', 'b', 5n))
    await post(once)
    await expect(post({ ...once, postings: move('a', 'b', 6n) })).rejects.toMatchObject({
      constraint: 'journal_same_content',
    })
  })

  test('posting nothing does nothing, and a journal without lines is refused', async () => {
    const [row] = await books.database.query<{ posted: number }>(
      statement('select post_journals($1::jsonb, $2) as posted', '[]', AT),
    )
    expect(row?.posted).toBe(0)
    await expect(post(journal([]))).rejects.toMatchObject({ constraint: 'journal_lines_check' })
  })

  test('a journal is posted to the accounts of its lines, in order, beside others of one call', async () => {
    const lines = (from: number) =>
      Array.from({ length: 200 }, (_, place) =>
        move(`wide:${(from + place) % 7}`, fresh('wide'), BigInt(place + 1)),
      ).flat()
    const journals = [journal(lines(0)), journal(lines(3)), journal(move('wide:1', 'wide:2', 9n))]
    await post(...journals)
    for (const { id, postings } of journals) {
      const written = await books.database.query<Posting>(
        statement(
          `select a.name as account, a.asset, p.layer, p.units
          from posting p join account a on a.id = p.account_id where p.journal_id = $1 order by p.line`,
          id,
        ),
      )
      expect(written).toEqual(postings)
    }
  })

  test('a journal twice in a call is written once, and a call that contradicts itself writes nothing', async () => {
    const [one, other] = [fresh('to'), fresh('to')]
    const twice = journal(move('a', one, 5n))
    await post(twice, twice, journal(move('a', other, 7n)), twice)
    expect([await balance(one), await balance(other)]).toEqual([5n, 7n])
    const odd = journal(move('a', fresh('opened'), 5n))
    await expect(
      post(journal(move('a', one, 1n)), odd, { ...odd, postings: move('a', one, 5n) }),
    ).rejects.toMatchObject({ constraint: 'journal_same_content' })
    expect(await balance(one)).toBe(5n)
  })

  test('of two sessions that post under one id, the first wins', async () => {
    const [id, one, other] = [fresh('raced'), fresh('to'), fresh('to')]
    const outcomes = await Promise.allSettled([
      post(journal(move(fresh('from'), one, 5n), { id })),
      post(journal(move(fresh('from'), other, 6n), { id })),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { constraint: 'journal_same_content' },
    })
    expect([await balance(one), await balance(other)].filter((units) => units !== 0n)).toHaveLength(1)
  })

  test('a journal opens accounts that others open at the same moment, in whatever order', async () => {
    const accounts = Array.from({ length: 20 }, () => fresh('opened'))
    const opening = (names: readonly string[]) =>
      post(journal(names.flatMap((name) => move('house', name, 1n))))
    await Promise.all(
      Array.from({ length: 8 }, (_, caller) => opening(caller % 2 === 0 ? accounts : accounts.toReversed())),
    )
    for (const account of accounts) expect(await balance(account)).toBe(8n)
  })

  test('a journal is refused when it does not sum to zero', async () => {
    const [even, odd] = move('a', 'b', 5n)
    if (even === undefined || odd === undefined) throw new Error('A move has two lines.')
    await expect(post(journal([even, { ...odd, units: -4n }]))).rejects.toMatchObject({
      constraint: 'journal_sums_to_zero',
    })
    await expect(post(journal([even, { ...odd, asset: 'USD' }]))).rejects.toMatchObject({
      constraint: 'journal_sums_to_zero',
    })
    await expect(post(journal([even, { ...odd, layer: 'pending' }]))).rejects.toMatchObject({
      constraint: 'journal_sums_to_zero',
    })
  })

  test('a journal in a larger statement is posted only when its guard lets it', async () => {
    const to = fresh('to')
    const guarded = (open: boolean) =>
      books.database.query(
        statement(
          'with guard as (select 1 where $3::bool) select post_journals($1::jsonb, $2) from guard',
          journalsParameter([journal(move('x', to, 3n))]),
          AT,
          open,
        ),
      )
    await guarded(false)
    expect(await balance(to)).toBe(0n)
    await guarded(true)
    expect(await balance(to)).toBe(3n)
  })

  test('whatever is posted, every asset and layer sums to zero and every balance is the sum of its lines', async () => {
    const place = fc.record({
      from: fc.constantFrom('p', 'q', 'r', 's'),
      to: fc.constantFrom('t', 'u', 'v'),
      units: fc.bigInt({ min: 1n, max: 10n ** 30n }),
      layer: fc.constantFrom('pending' as const, 'posted' as const),
      asset: fc.constantFrom('EUR', 'ETH', 'JPY'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 6 }), async (moves) => {
        const account = fresh('sum')
        const lines = moves.flatMap(({ from, units, layer, asset }) =>
          move(from, account, units, layer, asset),
        )
        await post(journal(lines))
        expect(await imbalances(books.database.query)).toEqual([])
        const expected = lines
          .filter((line) => line.account === account && line.asset === 'ETH' && line.layer === 'pending')
          .reduce((sum, { units }) => sum + units, 0n)
        expect(await balance(account, 'pending', 'ETH')).toBe(expected)
      }),
      { numRuns: 60 },
    )
  })
})

async function hold(units: bigint) {
  const [order, buyer] = [fresh('order'), fresh('buyer')]
  const held = journal(move(buyer, order, units, 'pending'))
  await post(held)
  return { order, buyer, id: held.id }
}

describe('a hold', () => {
  test('a hold is captured in part: the captured units are posted and nothing stays pending', async () => {
    const { order, buyer, id } = await hold(100n)
    expect(await balance(order, 'pending')).toBe(100n)
    await post(journal(move(buyer, 'till', 60n), { resolves: id }))
    expect(await balance(order, 'pending')).toBe(0n)
    expect(await balance(buyer, 'pending')).toBe(0n)
    expect(await balance(buyer)).toBe(-60n)
  })

  test('a hold is voided by a journal without lines of its own', async () => {
    const { order, buyer, id } = await hold(100n)
    await post(journal([], { resolves: id }))
    expect(await balance(order, 'pending')).toBe(0n)
    expect(await balance(buyer)).toBe(0n)
  })

  test('a hold is made and captured by one call', async () => {
    const [order, buyer] = [fresh('order'), fresh('buyer')]
    const held = journal([
      ...move(buyer, order, 100n, 'pending'),
      ...move('fee', order, 3n, 'pending'),
      ...move(buyer, 'till', 1n),
    ])
    await post(held, journal(move(buyer, 'till', 60n), { resolves: held.id }))
    expect([await balance(order, 'pending'), await balance(buyer, 'pending')]).toEqual([0n, 0n])
    expect(await balance(buyer)).toBe(-61n)
  })

  test('a hold is resolved once: of a capture and a void at the same moment one is refused', async () => {
    const { buyer, id } = await hold(100n)
    const outcomes = await Promise.allSettled([
      post(journal(move(buyer, 'till', 100n), { resolves: id })),
      post(journal([], { resolves: id })),
    ])
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toMatchObject({ constraint: 'journal_resolves_key' })
  })

  test('a hold that is resolved must exist, have units, and not be a resolution itself', async () => {
    await expect(post(journal([], { resolves: 'nobody' }))).rejects.toMatchObject({ code: '23514' })
    const posted = journal(move('a', 'b', 1n))
    await post(posted)
    await expect(post(journal(move('a', 'b', 1n), { resolves: posted.id }))).rejects.toMatchObject({
      constraint: 'journal_resolves_hold',
    })
    const { id } = await hold(5n)
    const released = journal([], { resolves: id })
    await post(released)
    await expect(post(journal([], { resolves: released.id }))).rejects.toMatchObject({
      constraint: 'journal_resolves_hold',
    })
  })

  test('a hold cannot be grown by the journal that resolves it', async () => {
    const { order, buyer, id } = await hold(5n)
    await expect(post(journal(move(buyer, order, 7n, 'pending'), { resolves: id }))).rejects.toMatchObject({
      constraint: 'journal_resolves_hold',
    })
  })
})

const write = (...statements: string[]) =>
  books.owner.transaction(async (query) => {
    for (const text of statements) await query(statement(text))
  })
const entry = (id: string) =>
  `insert into journal values ('${id}', 'k', 'r', null, 2, '\\x00', '2026-01-01T00:00:00Z')`
const line = (id: string, number: number, units: number) =>
  `insert into posting select '${id}', ${number}, max(id), 'posted', ${units} from account`

describe('the books are append-only', () => {
  const change = {
    update: 'update posting set units = units + 1',
    delete: 'delete from posting',
    truncate: 'truncate posting',
    'journal truncate': 'truncate journal',
    'account truncate': 'truncate account',
    'journal update': `update journal set kind = 'other'`,
    'journal delete': 'delete from journal',
    'account update': `update account set name = 'other'`,
  }
  test.each(Object.entries(change))('%s of the books is refused to the owner', async (_, text) => {
    await post(journal(move('a', 'b', 1n)))
    await expect(run(text)).rejects.toMatchObject({ constraint: 'ledger_is_append_only' })
  })

  test.each(Object.entries(change))('%s of the books is not granted to the program', async (_, text) => {
    await expect(run(text, books.database)).rejects.toMatchObject({ code: '42501' })
  })

  test('the program writes the books through post_journals and in no other way', async () => {
    await expect(
      run(`insert into posting values ('x', 1, 1, 'posted', 1)`, books.database),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('the owner cannot write a journal that does not balance, nor one that is not complete', async () => {
    const account = `insert into account (name, asset) values ('${fresh('o')}', 'EUR')`
    const [odd, short, late] = [fresh('odd'), fresh('short'), fresh('late')]
    await expect(write(account, entry(odd), line(odd, 1, 5), line(odd, 2, -4))).rejects.toMatchObject({
      constraint: 'journal_sums_to_zero',
    })
    await expect(write(account, entry(short), line(short, 1, 5))).rejects.toMatchObject({
      constraint: 'journal_is_complete',
    })
    const unknown = fresh('unknown')
    await expect(
      write(
        account,
        entry(unknown),
        `insert into posting values ('${unknown}', 1, 0, 'posted', 5), ('${unknown}', 2, 0, 'posted', -5)`,
      ),
    ).rejects.toMatchObject({ constraint: 'posting_belongs' })
    await write(account, entry(late), line(late, 1, 5), line(late, 2, -5))
    await expect(write(line(late, 3, 1))).rejects.toMatchObject({ constraint: 'posting_belongs' })
    await expect(write(`insert into posting values ('${late}', 1, 1, 'posted', 1)`)).rejects.toMatchObject({
      code: '23505',
    })
  })
})

test('orders that share a house account do not wait for each other', async () => {
  await post(journal(move('house', 'warm', 1n)))
  await books.database.transaction(async (query) => {
    await postJournals(query, [journal(move('house', 'warm', 2n))], AT)
    await post(journal(move('house', 'warm', 4n)))
  })
  expect(await balance('warm')).toBe(7n)
})

/**
 * What a database may assume about the books: after a restore it has no statistics, and estimates by the size of a
 * file.
 */
const beliefs = {
  'what they are': 'analyze',
  'that there are few': `update pg_class set reltuples = 0 where oid = 'posting'::regclass`,
  'that there are many': `update pg_class set reltuples = 1e8 where oid = 'posting'::regclass`,
} as const

/** The rows of each table that posting a journal reads by plans made now, checks at commit included. */
async function readBy(posted: Journal): Promise<readonly [table: string, rows: bigint][]> {
  const tables = ['account', 'journal', 'posting']
  return books.owner.transaction(async (query) => {
    await query(statement('discard plans'))
    const before = await readSoFar(query, tables)
    await postJournals(query, [posted], AT)
    await query(statement('set constraints all immediate'))
    const after = await readSoFar(query, tables)
    return tables.map((table) => [table, (after.get(table)?.read ?? 0n) - (before.get(table)?.read ?? 0n)])
  })
}

describe('among thousands', () => {
  beforeAll(async () => {
    const layers = ['posted', 'pending'] as const
    const many = Array.from({ length: 1_500 }, () =>
      layers.map((layer) => journal(move(fresh('many'), 'house', 1n, layer))),
    )
    await post(...many.flat())
  })

  test.for(Object.entries(beliefs))(
    'a hold among thousands is made and captured without reading the others by a database that believes %s',
    async ([, believe]) => {
      await run('analyze')
      await run(`delete from pg_statistic where starelid = 'posting'::regclass`)
      await run(believe)
      const hold = journal(move('many:1', 'house', 5n, 'pending'), { id: fresh('hold') })
      await post(hold)
      const capture = journal(move('many:1', 'house', 3n), { id: fresh('capture'), resolves: hold.id })
      const plain = journal(move('many:1', 'house', 1n), { id: fresh('one') })
      for (const posted of [plain, capture])
        for (const [table, rows] of await readBy(posted)) {
          expect(rows, table).toBeGreaterThan(0n)
          expect(rows, table).toBeLessThan(50n)
        }
    },
  )
})
