import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBody, createPath } from '../../order/createOrder.ts'
import { openSepaRig, type SepaRig } from '../sepaRig.ts'
import { bankEntry, writtenEntry, writtenFile, type BankEntry } from './BankEntry.ts'
import { ModelBooks } from './ModelBooks.ts'

/*
 * Statements as many banks write them, made at random and imported in any order, overlapping and more than once: every
 * entry is booked, owed, set aside as a possible repeat, named as unread, or known, and what a file changes in the books is
 * the sum of what was done with it.
 */

type World = {
  readonly entries: readonly BankEntry[]
  /** Each of statements, each of the days from one to another. */
  readonly files: readonly (readonly (readonly [number, number])[])[]
  /** Which files are imported, in their order. */
  readonly imports: readonly number[]
  readonly decision: 'book' | 'dismiss'
}

const days = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .map(([one, other]): [number, number] => [Math.min(one, other), Math.max(one, other)])

const world: fc.Arbitrary<World> = fc.record({
  entries: fc.array(bankEntry, { minLength: 1, maxLength: 7 }),
  files: fc.array(fc.array(days, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 4 }),
  imports: fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 6 }),
  decision: fc.constantFrom('book' as const, 'dismiss' as const),
})

/** @param input.seed what the worlds follow from, so that a run can be repeated and others be made */
export function statementModel({
  runs,
  seed,
  timeoutMs,
}: {
  runs: number
  seed: number
  timeoutMs: number
}): void {
  let bank: SepaRig
  let count = 0
  beforeAll(async () => {
    bank = await openSepaRig()
  })
  afterAll(() => bank.close())

  test(
    `none of the money in ${runs} banks’ statements vanishes or counts twice (SEED=${seed})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(world, async (made) => {
          count += 1
          await liveThrough(bank, made, `W${seed}N${count}`)
        }),
        { numRuns: runs, seed },
      )
      await bank.check()
    },
    timeoutMs,
  )
}

async function liveThrough(
  bank: SepaRig,
  { entries, files, imports, decision }: World,
  run: string,
): Promise<void> {
  const orders = { A: await placeOrder(bank, `${run}-a`), B: await placeOrder(bank, `${run}-b`) }
  const before = await atBank(bank)
  const moved = async () => {
    const now = await atBank(bank)
    return { EUR: now.EUR - before.EUR, USD: now.USD - before.USD }
  }
  const books = new ModelBooks()
  for (const chosen of imports) {
    const index = chosen % files.length
    const statements = (files[index] ?? []).map(([from, to]) => inDays(entries, from, to))
    const texts = statements.map((found) =>
      found.map(({ key, entry }, position) => writtenEntry(entry, key, position + 1, { run, orders })),
    )
    const expected = books.take(String(index), statements)
    const { unread, ...counts } = (await bank.importStatement(writtenFile(texts, `${run}-${index}`))) as {
      unread: readonly { place: string }[]
    }
    expect({ ...counts, unread: unread.length }).toEqual(expected)
    expect(new Set(unread.map(({ place }) => place)).size).toBe(unread.length)
    expect(await moved()).toEqual(books.bank)
  }
  for (const [name, orderId] of Object.entries(orders)) {
    const order = await bank.rig.stores.orders.find(orderId)
    const received =
      order?.payin.is === 'transfer' ? order.payin.transfers.map(({ amount }) => Number(amount.units)) : []
    expect(sorted(received)).toEqual(sorted(books.paid[name === 'A' ? 'A' : 'B']))
  }
  await decideAll(bank, { decision, run, count: books.repeats })
  expect(await moved()).toEqual(decision === 'book' ? books.bank : books.once)
}

function inDays(entries: readonly BankEntry[], from: number, to: number) {
  return entries
    .map((entry, key) => ({ entry, key }))
    .filter(({ entry }) => entry.day >= from && entry.day <= to)
    .flatMap((one) => Array.from({ length: one.entry.copies }, () => one))
}

/** Decides of the possible repeats of one world, of which each line's text begins with its name. */
async function decideAll(
  bank: SepaRig,
  { decision, run, count }: { decision: World['decision']; run: string; count: number },
): Promise<void> {
  const { repeats } = JSON.parse((await bank.run('owed', 'list', '--json')).output) as {
    repeats: readonly { bank_line: string; text: string }[]
  }
  const ours = repeats.filter(({ text }) => text.startsWith(`${run} `))
  expect(ours).toHaveLength(count)
  for (const { bank_line: line } of ours)
    expect((await bank.run('owed', decision, line, '--reason', 'the model says so')).ok).toBe(true)
}

async function placeOrder(bank: SepaRig, id: string): Promise<string> {
  const body = { ...createBody(id), payin_group: 'sepa' }
  return String((await bank.rig.partner('POST', createPath, body)).at('client_order_id'))
}

async function atBank(bank: SepaRig): Promise<{ EUR: number; USD: number }> {
  const balances = await trialBalance(bank.rig.query)
  const of = (asset: string) =>
    Number(balances.find((each) => each.account === 'bank' && each.asset === asset)?.units ?? 0n)
  return { EUR: of('EUR'), USD: of('USD') }
}

function sorted(numbers: readonly number[]): number[] {
  return numbers.toSorted((one, other) => one - other)
}
