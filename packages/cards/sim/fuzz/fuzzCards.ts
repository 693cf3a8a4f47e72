import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import * as fc from 'fast-check'
import { schema } from '../../src/program/migrations.ts'
import { readForm } from '../../src/protocol/form.ts'
import { breachOf, type Answered } from './documented.ts'
import { isSigned } from './rightForms.ts'
import { garbageIn, rowCounts } from './stored.ts'
import { openTarget } from './target.ts'
import type { WildRequest } from './WildRequest.ts'
import { wildRequest } from './wildRequests.ts'

/*
 * Requests that were right once, bent in every way we know, over a real socket. The platform may do them or refuse them:
 * it may not fail, answer in a form of its own, keep what it refused, keep garbage, or grow.
 */

export type FuzzReport = {
  readonly runs: number
  /** How often each status was answered, so that it is seen that not everything is refused at the first door. */
  readonly statuses: Readonly<Record<string, number>>
  /** Everything that should not have been; empty when all is well. */
  readonly breaches: readonly string[]
  /** Bytes that are alive after a garbage collection, after a quarter of the requests and at the end. */
  readonly aliveBytes: readonly [quarter: number, end: number]
}

export async function fuzzCards(
  { database, owner }: { database: Database; owner: Query },
  { runs, seed, progress = () => {} }: { runs: number; seed: number; progress?: (done: number) => void },
): Promise<FuzzReport> {
  const target = await openTarget(database, seed)
  const statuses: Record<string, number> = {}
  const breaches: string[] = []
  const accepted = { transactions: new Set<string>(), sessions: 0, handedIn: 0 }
  let done = 0
  let quarter = 0
  const before = await rowCounts(owner)
  const send = async (wild: WildRequest): Promise<void> => {
    const answer = await target.send(wild)
    const kind = `${placeOf(wild.path)} ${answer.status}`
    statuses[kind] = (statuses[kind] ?? 0) + 1
    note(accepted, wild.path, answer)
    const breach = breachOf(wild.path.replace(/\?.*$/s, ''), answer) ?? (await unsigned(wild, answer))
    if (breach !== undefined && breaches.length < MOST_BREACHES) {
      breaches.push(`Request ${done} of seed ${seed}, ${shown(wild)}: ${breach}`)
    }
    if ((done += 1) === Math.floor(runs / 4)) quarter = aliveBytes()
    if (done % PROGRESS === 0) progress(done)
  }
  try {
    // A breach is written down and the rest goes on: a request says enough as it is, and a shrunk one would be stored too.
    await fc.assert(fc.asyncProperty(wildRequest(target), send), { numRuns: runs, seed })
    const end = aliveBytes()
    await target.settle()
    const after = await rowCounts(owner)
    const expected = {
      transactions: before.transactions + accepted.transactions.size,
      sessions: before.sessions + accepted.sessions,
      handedIn: before.handedIn + accepted.handedIn,
    }
    if (JSON.stringify(after) !== JSON.stringify(expected)) {
      breaches.push(`What is stored is not what was accepted: ${JSON.stringify({ after, expected })}`)
    }
    breaches.push(...(await garbageIn(owner, schema)))
    return { runs: done, statuses, breaches, aliveBytes: [quarter, end] }
  } finally {
    await target.close()
  }
}

const MOST_BREACHES = 20
/** Requests between two lines of progress. */
const PROGRESS = 1_000

function placeOf(path: string): string {
  const [, first = '', second = '', , last] = path.split('/')
  const isOurs = ['post', 'fields', 'verify', 'sandbox'].includes(first)
  return isOurs ? [first, ...(first === 'fields' ? [last ?? second] : [])].join('/') : 'elsewhere'
}

function shown({ method, path, headers, body, chunked }: WildRequest): string {
  const start = JSON.stringify(body.subarray(0, 1_500).toString('latin1'))
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(headers)}${chunked ? ' in chunks' : ''} ${start} (${body.length} bytes)`
}

/** What is done for a merchant carries its hash, as the fields are read: a bent one that no longer fits does nothing. */
async function unsigned({ path, headers, body }: WildRequest, { status }: Answered) {
  if (path !== '/post' || status !== 200) return undefined
  const { fields } = await readForm(
    new Request(`http://localhost${path}`, { method: 'POST', headers, body: Uint8Array.from(body) }),
  )
  return isSigned(fields) ? undefined : 'It was done without the hash that is due.'
}

/** Counts what an answer says was accepted. */
function note(
  accepted: { transactions: Set<string>; sessions: number; handedIn: number },
  path: string,
  { status, text }: Answered,
): void {
  if (path === '/post' && status === 200) {
    const answer = JSON.parse(text) as { action: string; trans_id: string }
    if (answer.action === 'SALE') accepted.transactions.add(answer.trans_id)
  }
  if (path === '/fields/sessions' && status === 200) accepted.sessions += 1
  if (path.endsWith('/card') && status === 200) accepted.handedIn += 1
}

function aliveBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
