import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Database, Query } from '../postgres/Database.ts'
import { readWholeLedger } from '../postgres/Ledger.ts'
import { readByIndex } from '../postgres/readByIndex.ts'
import type { Repeated } from './repeat.ts'

/** Something that needs a person, counted. */
export type Need = {
  /** The name of its metric. */
  readonly name: string
  /** What is counted, for the metric. */
  readonly help: string
  /** The log line when the count rises, which says how a person resolves it. */
  readonly event: string
  /** Counts it: one row with `count`. It runs every few seconds, so an index must contain exactly what it counts. */
  readonly text: string
  /** Its current parameters. */
  readonly values?: () => readonly unknown[]
  /** Whether it reads all of the books, which may take minutes. */
  readonly readsLedger?: true
}

/** Counts repeatedly what needs a person: each is a metric, and a warn line at the start and whenever it rises. */
export function needs(
  deps: { database: Pick<Database, 'transaction'>; log: Log; metrics?: Metrics | undefined },
  input: { readonly everyMs: number; readonly needs: readonly Need[] },
): Repeated {
  const counts = new Map<string, number>()
  for (const { name, help } of input.needs) {
    deps.metrics?.gauge(name, help, [], async () => {
      const value = counts.get(name)
      return value === undefined ? [] : [{ labels: {}, value }]
    })
  }
  return {
    everyMs: input.everyMs,
    atOnce: true,
    failed: 'what needs a person could not be counted',
    async work() {
      for (const together of transactionsOf(input.needs))
        await deps.database.transaction(async (query) => {
          await (together.some(({ readsLedger }) => readsLedger)
            ? readWholeLedger(query)
            : readByIndex(query))
          for (const need of together) note(need, await countOf(query, need))
        })
    },
  }

  function note({ name, event }: Need, count: number): void {
    if (count > (counts.get(name) ?? 0)) deps.log.warn(event, { count })
    counts.set(name, count)
  }
}

/**
 * The needs that are counted in one transaction, since what its statements may do is set for all of it: those with an index
 * together, and each that reads all of the books by itself, so that no transaction lasts longer than it must.
 */
function transactionsOf(all: readonly Need[]): readonly (readonly Need[])[] {
  const indexed = all.filter(({ readsLedger }) => !readsLedger)
  const ofBooks = all.filter(({ readsLedger }) => readsLedger).map((need) => [need])
  return indexed.length > 0 ? [indexed, ...ofBooks] : ofBooks
}

async function countOf(query: Query, { name, text, values }: Need): Promise<number> {
  const [row] = await query<{ count: bigint }>({ name: `need_${name}`, text, values: values?.() ?? [] })
  return Number(row?.count ?? 0n)
}

/** Whether a program's books sum to zero in every asset and layer; anything else is a fault of ours. */
export const booksNeed: Need = {
  name: 'books_differences',
  help: 'Assets and layers in which the books do not sum to zero.',
  event: 'the books differ: stop pay-outs and look at “ledger trial-balance”',
  text: `
    select count(*) from (
      select from posting p join account a on a.id = p.account_id
      group by a.asset, p.layer having sum(p.units) <> 0) difference`,
  readsLedger: true,
}
