import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Passwords } from '@cambio/exchange/client/Passwords.ts'
import type { Random } from '@cambio/server/Random.ts'
import { inThread } from '@cambio/server/threads.ts'
import { fairLine } from '@cambio/server/work/fairLine.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'

const derive = promisify(argon2)

/** The cost of a hash: KiB of memory, passes over it, lanes. */
type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/** The minimum for argon2id in the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
/** How many passwords are hashed at once: each takes 19 MiB and a thread that others wait for. */
const AT_ONCE = 2
/**
 * How many of one partner may wait: a second's work or two. In a longer queue, clients would give up before their turn.
 */
const MOST_WAITING = 64

/** Stands in for the hash of an unknown account. No password matches it. */
const NO_HASH = ['argon2id', '19456', '2', '1', Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES)] as const

/**
 * Passwords by argon2id (RFC 9106). A hash states its own parameters, so older hashes stay readable when they are
 * raised.
 * @param input.cost of new hashes; the OWASP minimum by default
 * @param input.mostWaiting how many of one partner may wait
 */
export function argon2Passwords({
  random,
  cost = COST,
  mostWaiting = MOST_WAITING,
}: {
  random: Random
  cost?: Cost
  mostWaiting?: number
}): Passwords {
  const inTurn = fairLine({ atOnce: AT_ONCE, mostWaiting, refuse: lineIsFull })
  return {
    hash: (password, partnerId) =>
      inTurn(partnerId, async () => {
        const salt = Buffer.from(random.bytes(SALT_BYTES))
        const tag = await tagOf(password, { salt, ...cost })
        const { memory, passes, parallelism } = cost
        return ['argon2id', memory, passes, parallelism, hex(salt), hex(tag)].join('$')
      }),
    isRight: (password, hash, partnerId) =>
      inTurn(partnerId, async () => {
        const [, memory, passes, parallelism, salt, tag] = hash === undefined ? NO_HASH : partsOf(hash)
        const paid = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
        return timingSafeEqual(await tagOf(password, { salt, ...paid }), tag) && hash !== undefined
      }),
  }
}

function lineIsFull(): Refusal {
  return new Refusal(
    'unavailable',
    'Too many passwords of your clients are being checked at once; nothing was done. Send it again in a second',
    { extra: { retry_after: 1 } },
  )
}

function tagOf(password: string, options: Cost & { readonly salt: Buffer }): Promise<Buffer> {
  const { salt: nonce, ...cost } = options
  const message = password.normalize('NFKC')
  return inThread(() => derive('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }))
}

function partsOf(hash: string): readonly [string, string, string, string, Buffer, Buffer] {
  const [algorithm = '', memory = '', passes = '', parallelism = '', salt = '', tag = ''] = hash.split('$')
  if (algorithm !== 'argon2id') throw new Error('A password hash is not in a form this version knows')
  return [algorithm, memory, passes, parallelism, Buffer.from(salt, 'hex'), Buffer.from(tag, 'hex')]
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex')
}
