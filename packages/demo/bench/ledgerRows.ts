import type { ChildProcess } from 'node:child_process'
import { sealJournals } from '@cambio/bff/store/ledger/sealJournals.ts'
import { sumsOf } from '@cambio/bff/store/ledger/sumsOf.ts'
import { verifyLedger } from '@cambio/bff/store/ledger/verifyLedger.ts'
import { migrations, schema } from '@cambio/bff/store/openStore.ts'
import { openDatabase, type Database, type Query } from '@cambio/server/postgres/Database.ts'
import type { ProgramDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { readWholeLedger, trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { migrate } from '@cambio/server/postgres/migrate.ts'
import { serverMs } from '../load/processorTime.ts'
import { requestAnswer, startProgram } from '../load/startProgram.ts'
import { millionPostings, purchaseId } from './millionPostings.ts'
import { interleaved, median, ratio, type Line } from './rounds.ts'

/** Each compares its own second: what a checkpoint or a vacuum does in one of them is not to decide. */
const ROUNDS = 16
const MS = 1_000
const CONNECTIONS = 8
/** The line that is altered, some way into the chain. */
const ALTERED = { journal: `${purchaseId(40_000)}:1:sold`, line: 4 }

/** What is measured: the books of a database of their own, as the program and as the owner have it. */
type Books = {
  readonly app: Query
  readonly transaction: Database['transaction']
  readonly owner: Query
  readonly postmaster: number
}

/** What sealing costs those who write the books, and how long a million postings take to prove. */
export async function ledgerRows(
  children: ChildProcess[],
  made: ProgramDatabase,
  postmaster: number,
): Promise<readonly Line[]> {
  await migrate({ url: made.ownerUrl, schema, appRole: made.appRole, directories: migrations })
  const owner = openDatabase({ url: made.ownerUrl, schema, max: 1 })
  const app = openDatabase({ url: made.appUrl, schema, max: 2 })
  const books: Books = {
    app: app.query,
    transaction: (work) => app.transaction(work),
    owner: owner.query,
    postmaster,
  }
  try {
    const posting = await startProgram(children, 'bench/programs/posting.ts', { args: [made.appUrl] })
    const write = async () => Number(await requestAnswer(posting, { connections: CONNECTIONS, ms: MS }))
    return [...(await costOfSealing(books, write)), ...(await proving(books))]
  } finally {
    await app.close()
    await owner.close()
  }
}

/** Writers at full load whose journals are all sealed by the end of the round, beside the same without any seal. */
async function costOfSealing(books: Books, write: () => Promise<number>): Promise<readonly Line[]> {
  const costs = { sealed: [] as number[], unsealed: [] as number[] }
  const round = (kind: 'sealed' | 'unsealed') => async () => {
    const turned = kind === 'sealed' ? 'enable' : 'disable'
    await run(books.owner, `alter table journal ${turned} trigger journal_waits_for_seal`)
    const before = await serverMs(books.postmaster)
    const started = performance.now()
    const written = await write()
    if (kind === 'sealed') await seal(books)
    const seconds = (performance.now() - started) / 1_000
    costs[kind].push(((await serverMs(books.postmaster)) - before) / written)
    return written / seconds
  }
  const rates = await interleaved({ sealed: round('sealed'), unsealed: round('unsealed') }, ROUNDS)
  await run(books.owner, 'alter table journal enable trigger journal_waits_for_seal')
  await run(books.owner, UNSEALED_WAIT)
  const times = [median(costs.sealed), median(costs.unsealed)] as const
  const shown = `${(times[1] / times[0]).toFixed(2)}  (${times[1].toFixed(2)} ms ÷ ${times[0].toFixed(2)} ms)`
  return [
    ['books of purchases: sealed ÷ never sealed', ratio(rates.sealed, rates.unsealed), 'at least 0.90'],
    ['… processor time: never sealed ÷ sealed', shown, 'at least 0.90'],
  ]
}

/** What was written while no journal waited for its seal. */
const UNSEALED_WAIT = `
  insert into journal_unsealed
  select id from journal
  except select unnest(journal_ids) from ledger_seal
  except select journal_id from journal_unsealed`

async function proving(books: Books): Promise<readonly Line[]> {
  await millionPostings(books.owner)
  await seal(books)
  const proof = await timed(() => verify(books))
  if (proof.result.firstAltered !== null) throw new Error(`${proof.result.firstAltered} was not altered.`)
  const count = await timed(() => counted(books))
  if (count.result.some(({ units }) => units !== 0n)) throw new Error('The books are not balanced.')
  await run(books.owner, ALTERATION)
  const altered = await timed(() => verify(books))
  return [
    [`${proof.result.postings} postings proved`, seconds(proof.ms), 'at most 60 s'],
    ['… counted, as ledger trial-balance does', seconds(count.ms), 'at most 10 s'],
    [
      '… the line that was altered',
      `${altered.result.firstAltered}, in ${seconds(altered.ms)}`,
      `${ALTERED.journal} line ${ALTERED.line}`,
    ],
  ]
}

/** As the owner of the database could do it. */
const ALTERATION = `
  do $$ begin
    alter table posting disable trigger posting_stays;
    update posting set units = units * 2 where journal_id = '${ALTERED.journal}' and line = ${ALTERED.line};
    alter table posting enable trigger posting_stays;
  end $$`

const now = () => new Date()
const seal = ({ app }: Books) => sealJournals({ query: app, now })
const verify = ({ app }: Books) => verifyLedger({ query: app, now })
const counted = ({ transaction }: Books) =>
  transaction(async (query) => {
    await readWholeLedger(query)
    await trialBalance(query)
    return sumsOf(query)
  })
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

async function run(query: Query, text: string): Promise<void> {
  await query({ name: `ledger_bench_${text.length}_${text.slice(0, 20)}`, text, values: [] })
}
