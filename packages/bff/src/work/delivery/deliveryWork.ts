import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as after } from 'node:timers/promises'
import type {
  CallbackDelivery,
  CallbackSlots,
  CallbackLease,
} from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { Delivered } from '@cambio/exchange/callback/deliver.ts'
import { endpointCapacity, MOST_AT_ONCE } from '@cambio/exchange/callback/endpointCapacity.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { bell } from '@cambio/server/work/bell.ts'
import { measureDue, type DueTable, type DueWork } from '@cambio/server/work/due.ts'
import type { CallbackQueue, Settled } from '../../store/callback/CallbackQueue.ts'
import type { AttachableSlots } from './attachableSlots.ts'
import { settler } from './settler.ts'

type Deps = { database: Database; clock: Clock; log: Log; metrics: Metrics }

/** A queue of callbacks and how it is worked. */
export type Deliveries = DueTable & {
  /** The channel on which statements notify that they made one due. */
  readonly channel: string
  readonly queue: CallbackQueue
  /** Where new ones are handed over as they are written; null where they are only found in the queue. */
  readonly slots: AttachableSlots | null
  /** Makes one attempt. Where it throws, the callback is tried again once its lease has expired. */
  deliver(delivery: CallbackDelivery): Promise<Delivered>
}

/** How long a callback rests after the process that delivered it was killed. */
const LEASE_MS = 10_000
const POLL_MS = 1_000
/** Between two looks into the queue, so that a busy time makes large batches and not many small ones. */
const GAP_MS = 5
/** Orders whose callbacks are under way at once, over all partners, and that one look takes. */
const MOST_UNDER_WAY = 1_024
const BATCH = 128

/**
 * Delivers callbacks. An endpoint that hangs keeps each of its deliveries for as long as the time limit allows, so each
 * endpoint has its own number of slots, and one that lets time limits pass is left alone for a while. Callbacks of one
 * order share a slot, go out one after the other, and are settled together.
 */
export function deliveryWork(deps: Deps, input: Deliveries): DueWork {
  const { clock, log } = deps
  const { queue, table } = input
  const capacity = endpointCapacity({ now: () => clock.now() })
  const leased = new Set<CallbackDelivery>()
  const underWay = new Set<Promise<void>>()
  const something = bell()
  const stop = new AbortController()
  let running: Promise<void> | undefined
  /** How much of an endpoint's room the current look into the queue may take. */
  let lent: (receiverId: string) => number = nothing

  /** A delivery that begins inside another piece of work must not count as a part of it. */
  const asOwnWork = AsyncLocalStorage.snapshot()
  measureDue(deps, input)

  const newLease = (): CallbackLease => ({
    until: new Date(clock.now().getTime() + LEASE_MS),
    leaseOwner: deps.database.leaseOwner(),
  })
  const write = async (settled: readonly Settled[]) => {
    if (await queue.settle(settled, clock.now())) something.ring()
  }
  let outcomes = settler({ write, log, isHurried: false })

  const slots: CallbackSlots = {
    reserve(receiverId) {
      if (underWay.size >= MOST_UNDER_WAY || capacity.of(receiverId) <= lent(receiverId)) return null
      capacity.began(receiverId)
      return {
        ...newLease(),
        begin: (chain) => asOwnWork(() => begin(receiverId, chain)),
        release: () => capacity.released(receiverId),
      }
    },
  }

  function begin(receiverId: string, chain: readonly CallbackDelivery[]): void {
    const working: Promise<void> = deliverInOrder(receiverId, chain)
      .catch((error: unknown) =>
        log.error('a callback is tried again once its lease has expired', { error, table }),
      )
      .finally(() => {
        if (underWay.size >= MOST_UNDER_WAY) something.ring()
        for (const delivery of chain) leased.delete(delivery)
        underWay.delete(working)
      })
    underWay.add(working)
  }

  /**
   * Delivers one after the other, up to one that is to be tried again: those that follow it wait for it. None is sent before
   * it is written down that the one before it was taken, so that a crash sends at most the last one again.
   */
  async function deliverInOrder(receiverId: string, chain: readonly CallbackDelivery[]): Promise<void> {
    let isHung = false
    let ended: readonly Settled[] = []
    for (const delivery of chain) leased.add(delivery)
    try {
      for (const [place, delivery] of chain.entries()) {
        const { outcome, hung, attempt: made } = await input.deliver(delivery)
        isHung ||= hung
        const followers = chain.slice(place + 1)
        const isFollowed = followers.length > 0 && !comesBack(outcome)
        ended = [settledAs(delivery, { outcome, made, isFollowed })]
        if (comesBack(outcome)) ended = [...ended, ...followers.map((each) => settledAs(each, unsent))]
        if (!isFollowed) break
        if (!(await recorded(receiverId, ended))) return
      }
    } finally {
      if (capacity.of(receiverId) === 0) something.ring()
      capacity.ended(receiverId, { hung: isHung })
    }
    await outcomes.add(ended)
  }

  /** Records outcomes that a delivery follows, which leaves its slot to others until then. */
  async function recorded(receiverId: string, ended: readonly Settled[]): Promise<boolean> {
    if (capacity.of(receiverId) === 0) something.ring()
    capacity.paused(receiverId)
    const isRecorded = await outcomes.add(ended)
    await capacity.resumed(receiverId)
    return isRecorded
  }

  async function take(): Promise<number> {
    const most = Math.min(BATCH, MOST_UNDER_WAY - underWay.size)
    if (most <= 0) return 0
    const shares = new Map(
      [...capacity.taken()].map(([receiverId, capacity]) => [receiverId, Math.ceil(capacity / 2)]),
    )
    lent = (receiverId) => shares.get(receiverId) ?? MOST_AT_ONCE / 2
    try {
      const request = {
        at: clock.now(),
        lease: newLease(),
        most,
        capacity: MOST_AT_ONCE / 2,
        capacities: shares,
      }
      const chains = await queue.lease(request)
      for (const { receiverId, deliveries } of chains) {
        capacity.began(receiverId)
        begin(receiverId, deliveries)
      }
      return chains.length
    } finally {
      lent = nothing
    }
  }

  async function renew(): Promise<void> {
    if (leased.size === 0) return
    await queue.renew([...leased], newLease().until).catch((error: unknown) => {
      log.error('leases could not be renewed', { error, table })
    })
  }

  async function loop(): Promise<void> {
    const silence = await deps.database.listen(input.channel, () => something.ring())
    const leave = input.slots?.attach(slots)
    const renewing = setInterval(() => void renew(), LEASE_MS / 3).unref()
    while (!stop.signal.aborted) {
      const taken = await take().catch((error: unknown) => {
        log.error('due rows cannot be read', { error, table })
        return 0
      })
      if (taken === 0) await something.sleep(POLL_MS)
      await after(GAP_MS)
    }
    leave?.()
    outcomes.hurry()
    await Promise.all(underWay)
    clearInterval(renewing)
    await silence()
  }

  return {
    start() {
      running ??= loop()
    },
    async stop() {
      stop.abort()
      something.ring()
      await running
    },
    async tick() {
      outcomes = settler({ write, log, isHurried: true })
      for (let worked = 0; ;) {
        const wasIdle = underWay.size === 0
        const taken = await take()
        worked += taken
        if (taken === 0 && wasIdle) return worked
        if (taken === 0 && underWay.size > 0) await Promise.race(underWay)
      }
    },
  }
}

const nothing = () => 0
const unsent = { outcome: { is: 'unsent' }, made: null, isFollowed: false } as const

function settledAs(
  { key, createdAt, attempt }: CallbackDelivery,
  ended: Pick<Settled, 'outcome' | 'made' | 'isFollowed'>,
): Settled {
  return { key, createdAt, attempt, ...ended }
}

/** Whether a callback is tried again, or sends those after it back. */
function comesBack(outcome: Settled['outcome']): boolean {
  return outcome.is === 'unsent' || outcome.is === 'gone' || (outcome.is === 'failed' && outcome.due !== null)
}
