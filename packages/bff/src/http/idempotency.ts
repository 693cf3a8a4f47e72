import { timingSafeEqual } from 'node:crypto'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { isAnswerLost } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { retryUntilAvailable } from '@cambio/server/postgres/retryUntilAvailable.ts'
import { fairLine, type FairLine } from '@cambio/server/work/fairLine.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Caller } from '@cambio/wire/http/route.ts'
import type { Exchange } from '../program/Exchange.ts'

/**
 * The request that a key identifies. Reusing the key with other content is refused. A key belongs to one caller at one
 * route.
 */
export type Repeatable = {
  readonly caller: Caller
  /** The caller's id among callers of its kind. */
  readonly callerId: string
  /** The partner whose turn the request uses. */
  readonly partnerId: string
  readonly route: string
  readonly key: string
  /** Path, query and body, as sent. */
  readonly content: string
}

export type Answered = { readonly body: string; readonly replayed: boolean }

type Deps = Pick<Exchange, 'keyed' | 'keys' | 'clock'> & { readonly line: FairLine }

/** How many connections stay free for other partners, however many requests of one partner hang. */
const LEFT_TO_OTHERS = 2
/** How many requests of one partner may wait for a connection: a second's work or two. */
const MOST_WAITING = 250

/** The queue in which partners take turns at the connections for requests under keys. */
export function keyedLine({ keyed }: Pick<Exchange, 'keyed'>): FairLine {
  return fairLine({
    atOnce: keyed.size,
    each: Math.max(1, keyed.size - LEFT_TO_OTHERS),
    mostWaiting: MOST_WAITING,
    refuse: () =>
      new Refusal(
        'unavailable',
        'Too many of your requests with an Idempotency-Key are under way; nothing was done. Send it again in a second, with the same key',
        { extra: { retry_after: 1 } },
      ),
  })
}

/**
 * Does a request's work once for its key. One transaction claims the key and does the work. Another request with this
 * key waits for its end and gets identical bytes, or does the work if it was refused, since a refusal leaves nothing
 * behind. The transaction uses a connection of the partner's share, so slow work must be done before.
 * @throws Refusal idempotency_mismatch, unavailable, and what the work throws
 */
export function idempotently(
  deps: Deps,
  request: Repeatable,
  work: (query: Query) => Promise<string>,
): Promise<Answered> {
  const fingerprint = deps.keys.fingerprint('idempotency', request.content)
  const once = () =>
    deps.line(request.partnerId, () =>
      deps.keyed.transaction(async (query) => {
        if (!(await claim(deps, query, request, fingerprint)))
          return replay(deps, query, request, fingerprint)
        const body = await work(query)
        await query({
          name: 'idempotency_answer',
          text: `update idempotency set answer_sealed = $5 where ${IN_SCOPE}`,
          values: [...scope(request), deps.keys.seal(subject(request), body)],
        })
        return { body, replayed: false }
      }),
    )
  return once().catch((error: unknown) => {
    if (!isAnswerLost(error)) throw error
    // The transaction was committed or rolled back: looking the key up finds out, as its sender would by repeating it.
    return retryUntilAvailable(LOOK_FOR_MS, once)
  })
}

/** How long to look for the outcome of a commit whose answer was lost, milliseconds. */
const LOOK_FOR_MS = 5_000

/**
 * Reads an Idempotency-Key: 1 to 255 visible ASCII characters, bare or as a quoted string.
 * @throws Refusal idempotency_key_invalid
 */
export function readIdempotencyKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1]?.replace(/\\(.)/g, '$1')
  const key = quoted ?? header
  if (/^[\x21-\x7e]{1,255}$/.test(key) && (quoted !== undefined || !header.startsWith('"'))) return key
  throw new Refusal('idempotency_key_invalid', 'Use 1 to 255 visible ASCII characters; nothing was done')
}

/** Claims a key. Waits, on the table's primary key, for an unfinished request that has claimed it. */
async function claim(deps: Deps, query: Query, request: Repeatable, fingerprint: Buffer): Promise<boolean> {
  const claimed = await query<{ key: string }>({
    name: 'idempotency_claim',
    text: `
      insert into idempotency (caller, caller_id, route, key, fingerprint, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict do nothing returning key`,
    values: [...scope(request), fingerprint, deps.clock.now()],
  })
  return claimed.length > 0
}

async function replay(deps: Deps, query: Query, request: Repeatable, fingerprint: Buffer): Promise<Answered> {
  // A write, so that the commit waits for the standby: the answer read here may so far be on this server only.
  const [first] = await query<{ fingerprint: Buffer; answer_sealed: Buffer | null }>({
    name: 'idempotency_first',
    text: `
      update idempotency set answer_sealed = answer_sealed where ${IN_SCOPE} returning fingerprint, answer_sealed`,
    values: scope(request),
  })
  if (!first?.answer_sealed) throw new Error('A claimed key has no answer')
  if (!timingSafeEqual(first.fingerprint, fingerprint))
    throw new Refusal(
      'idempotency_mismatch',
      'This key was already used with another request; nothing was done',
    )
  return { body: deps.keys.open(subject(request), first.answer_sealed), replayed: true }
}

/** Selects a key's row by the first four values of a statement, in the order of `scope`. */
const IN_SCOPE = 'caller = $1 and caller_id = $2 and route = $3 and key = $4'

function scope({ caller, callerId, route, key }: Repeatable): readonly string[] {
  return [caller, callerId, route, key]
}

function subject(request: Repeatable): string {
  return `answer ${scope(request).join(' ')}`
}
