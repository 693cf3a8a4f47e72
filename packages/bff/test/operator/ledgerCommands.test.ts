import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sealJournals } from '../../src/store/ledger/sealJournals.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

async function call(...words: string[]): Promise<{ ok: boolean; result: unknown }> {
  const { ok, output } = await rig.runCommand(...words, '--json')
  return { ok, result: JSON.parse(output) }
}

const seal = () => sealJournals({ query: rig.query, now: () => rig.exchange.clock.now() })

/** Buys until the coins are paid out, which writes a handful of journals. Answers the order's id. */
async function buy(): Promise<string> {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  for (let minutes = 0; minutes < 3; minutes++) {
    await rig.work.tick()
    rig.pass(60_000)
  }
  return order.orderId
}

/** Runs a statement as the database's owner, past the triggers, which the program cannot. */
async function asOwner(text: string): Promise<void> {
  await rig.owner.transaction(async (query) => {
    await query(statement("set local session_replication_role = 'replica'"))
    await query(statement(text))
  })
}

test('the trial balance sums each asset and layer to zero', async () => {
  await buy()
  const { ok, result } = await call('ledger', 'trial-balance')
  expect(ok).toBe(true)
  expect(result).toEqual({
    balanced: true,
    assets: [
      { asset: 'ETH', layer: 'posted', sum: '0.000000000000000000' },
      { asset: 'EUR', layer: 'pending', sum: '0.00' },
      { asset: 'EUR', layer: 'posted', sum: '0.00' },
    ],
  })
})

describe('money that its order has not bought with and owes to nobody', () => {
  const nothingIsLeft = async () => {
    const { ok, result } = await call('ledger', 'trial-balance')
    return ok && !Object.hasOwn(z.looseObject({}).parse(result), 'leftovers')
  }

  test('money that an order has not bought with is not reported while its order goes on', async () => {
    await rig.charge(await rig.placeOrder(), 'held')
    expect(await nothingIsLeft()).toBe(true)
  })

  test('money that an order has not bought with is reported to the last unit once its order has ended, also at a start', async () => {
    const orderId = await buy()
    const misbooked = (id: string, units: bigint) => ({
      id,
      kind: 'misbooked',
      reference: orderId,
      postings: [
        { account: `order:${orderId}`, asset: 'ETH', layer: 'posted' as const, units: -units },
        { account: 'liquidity', asset: 'ETH', layer: 'posted' as const, units },
      ],
    })
    await postJournals(rig.query, [misbooked('wrong', 1n)], rig.exchange.clock.now())
    const leftover = {
      client_order_id: orderId,
      asset: 'ETH',
      layer: 'posted',
      sum: '-0.000000000000000001',
    }
    expect(await call('ledger', 'trial-balance')).toMatchObject({
      ok: false,
      result: { balanced: true, leftovers: [leftover] },
    })
    expect((await rig.runCommand('ledger', 'trial-balance')).output).toContain(
      `Order ${orderId} has ended, and -0.000000000000000001 ETH is left on its account (posted).`,
    )
    rig.work.start()
    try {
      const exposition = async () => (await rig.exchange.metrics.exposition()).body
      await expect.poll(exposition).toMatch(/^order_leftovers\S* 1$/m)
    } finally {
      await rig.work.stop()
    }
    await postJournals(rig.query, [misbooked('righted', -1n)], rig.exchange.clock.now())
    expect(await nothingIsLeft()).toBe(true)
  })
})

test('a start reports at once that the books do not sum to zero', async () => {
  const orderId = await buy()
  await seal()
  const move = (by: string) =>
    asOwner(`update posting set units = units ${by} where journal_id = '${orderId}:1:sold' and line = 1`)
  await move('+ 1')
  rig.work.start()
  try {
    const exposition = async () => (await rig.exchange.metrics.exposition()).body
    await expect.poll(exposition).toMatch(/^books_differences\S* 1$/m)
  } finally {
    await rig.work.stop()
    await move('- 1')
  }
})

describe('the chain of seals', () => {
  test('the chain of seals proves every posting, sealed or written a moment ago, and names its last link', async () => {
    await buy()
    await seal()
    await buy()
    const [row] = await rig.query<{ postings: bigint }>(statement('select count(*) as postings from posting'))
    const { ok, result } = await call('ledger', 'verify')
    const [end] = await rig.query<{ day: string; hash: string }>(
      statement(
        `select day::text, encode(hash, 'hex') as hash from ledger_seal order by number desc limit 1`,
      ),
    )
    expect([ok, result]).toEqual([
      true,
      {
        intact: true,
        postings: Number(row?.postings),
        unproved_journals: 0,
        unproved_postings: 0,
        first_altered: null,
        chain_end: end,
      },
    ])
    const { output } = await rig.runCommand('ledger', 'verify')
    expect(output).toContain(String(end?.hash))
  })

  const Named = z.object({ intact: z.literal(false), postings: z.number(), first_altered: z.string() })
  const firstAltered = async () => {
    const { ok, result } = await call('ledger', 'verify')
    expect(ok).toBe(false)
    return Named.parse(result).first_altered
  }

  /** Alters the books, has `ledger verify` find the journal that was altered, and puts the books back. */
  async function findAltered(alteration: string, back: string): Promise<string> {
    await asOwner(alteration)
    const name = await firstAltered()
    await asOwner(back)
    expect((await call('ledger', 'verify')).ok).toBe(true)
    return name
  }

  test('the chain of seals names the first row that was altered', async () => {
    const orderId = await buy()
    await seal()
    const sold = `${orderId}:1:sold`
    const move = (by: string) =>
      `update posting set units = units ${by} where journal_id = '${sold}' and line in (1, 6)`
    expect(await findAltered(move('+ 1'), move('- 1'))).toBe(`${sold} line 1`)
    const account = (from: string, to: string) =>
      `update posting set account_id = (select id from account where name = '${to}' and asset = 'EUR')
       where journal_id = '${sold}' and account_id = (select id from account where name = '${from}' and asset = 'EUR')`
    expect(
      await findAltered(account('fee:service', 'card:receivable'), account('card:receivable', 'fee:service')),
    ).toMatch(new RegExp(`^${sold} line`))
    const moveDay = (by: string) =>
      `update journal set posted_at = posted_at ${by} interval '1 day' where id = '${sold}'`
    expect(await findAltered(moveDay('+'), moveDay('-'))).toBe(sold)
  })

  test('the chain of seals finds that a posting was deleted', async () => {
    const orderId = await buy()
    await seal()
    const payout = `${orderId}:payout`
    await asOwner(`create table kept_posting as select * from posting where journal_id = '${payout}'`)
    const back = 'insert into posting select * from kept_posting'
    expect(await findAltered(`delete from posting where journal_id = '${payout}'`, back)).toBe(
      `${payout} line 1`,
    )
    await asOwner(`create table kept_journal as select * from journal where id = '${payout}'`)
    expect(
      await findAltered(
        `delete from journal where id = '${payout}'`,
        'insert into journal select * from kept_journal',
      ),
    ).toBe(payout)
  })

  test('the chain of seals finds what was added without the program', async () => {
    await buy()
    await seal()
    const copied = `
      with added as (
        insert into journal select 'forged', kind, reference, null, lines, digest, posted_at from journal
        where kind = 'sold' returning id
      )
      insert into posting select 'forged', line, account_id, layer, units from posting
      where journal_id = (select id from journal where kind = 'sold') and (select count(*) from added) = 1`
    await asOwner(copied)
    expect(await firstAltered()).toBe('forged')
    await asOwner("delete from journal where id = 'forged'")
    expect(await firstAltered()).toBe('forged line 1')
    await asOwner("delete from posting where journal_id = 'forged'")
  })

  test('the chain of seals finds an alteration of an unsealed posting by the digest that its writer left', async () => {
    const orderId = await buy()
    const taken = `${orderId}:1:taken`
    const move = (by: string) => `update posting set units = units * ${by} where journal_id = '${taken}'`
    await asOwner(move('2'))
    expect(await firstAltered()).toBe(taken)
    await asOwner(move('0.5'))
    // It was sealed as it stood then, which stays as the trace of it.
    await asOwner(`truncate ledger_seal, journal_unsealed`)
    await asOwner('insert into journal_unsealed select id from journal')
  })

  test('the chain of seals finds marks that were altered together with their rows', async () => {
    const orderId = await buy()
    await seal()
    await buy()
    await seal()
    const sold = `${orderId}:1:sold`
    await asOwner(`create table kept_seal as select * from ledger_seal`)
    await asOwner(`update journal set posted_at = posted_at + interval '1 day' where id = '${sold}'`)
    await asOwner(
      `update ledger_seal set marks = array(
        select m.marks from unnest(journal_ids) with ordinality as kept (id, place)
          join journal_mark m on m.journal_id = kept.id order by kept.place
      ) where '${sold}' = any (journal_ids)`,
    )
    expect(await firstAltered()).toMatch(new RegExp(`^${orderId}`))
    await asOwner(`update journal set posted_at = posted_at - interval '1 day' where id = '${sold}'`)
    await asOwner('update ledger_seal s set marks = k.marks from kept_seal k where k.number = s.number')
    await asOwner('delete from ledger_seal where number = 1')
    expect(await firstAltered()).toMatch(new RegExp(`^${orderId}`))
    await asOwner('truncate ledger_seal')
    await asOwner('insert into journal_unsealed select id from journal')
  })

  test('the chain of seals is followed over many seals of a few journals each, to the altered one', async () => {
    const line = (account: string, units: bigint) => ({
      account,
      asset: 'EUR',
      layer: 'posted' as const,
      units,
    })
    for (let id = 0; id < 30; id++) {
      const postings = [line('a', 1n), line('b', -1n)]
      const journal = { id: `day:${id}`, kind: 'test', reference: 'day', postings }
      await postJournals(rig.query, [journal], new Date())
      await seal()
    }
    // An exchange that ends while many journals wait goes no further than the end of its batch.
    const postings = [line('a', 1n), line('b', -1n)]
    const many = Array.from({ length: 150 }, (_, id) => ({
      id: `burst:${id}`,
      kind: 'test',
      reference: 'burst',
      postings,
    }))
    await postJournals(rig.query, many, new Date())
    const program = new AbortController()
    const query: typeof rig.query = (text) => {
      program.abort()
      return rig.query(text)
    }
    await sealJournals({ query, now: () => new Date(), ending: program.signal })
    const waiting = await rig.query<{ count: bigint }>(statement('select count(*) from journal_unsealed'))
    expect(waiting).toEqual([{ count: 50n }])
    expect(await call('ledger', 'verify')).toMatchObject({ ok: true, result: { postings: 360 } })
    const move = (by: string) =>
      `update posting set units = units ${by} where journal_id = 'day:17' and line = 2`
    expect(await findAltered(move('- 1'), move('+ 1'))).toBe('day:17 line 2')
  })

  test('the chain of seals stays one, however many processes seal at once while others write', async () => {
    const write = (id: number) =>
      postJournals(
        rig.query,
        [
          {
            id: `race:${id}`,
            kind: 'test',
            reference: 'race',
            postings: [
              { account: 'a', asset: 'EUR', layer: 'posted', units: 1n },
              { account: 'b', asset: 'EUR', layer: 'posted', units: -1n },
            ],
          },
        ],
        new Date(),
      )
    await Promise.all(Array.from({ length: 40 }, (_, id) => (id % 4 === 0 ? seal() : write(id))))
    expect(await call('ledger', 'verify')).toMatchObject({ ok: true, result: { postings: 60 } })
  })
})
