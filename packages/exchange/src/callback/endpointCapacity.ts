/** The most deliveries to one endpoint that are under way at once. */
export const MOST_AT_ONCE = 32
/** The most orders whose callbacks to one endpoint are in hand: being delivered, or between two deliveries. */
const MOST_IN_HAND = 2 * MOST_AT_ONCE
/** An endpoint counts as hanging after this many time-outs in a row. */
const HUNG_AFTER = 3
const SHORTEST_REST_MS = 5_000
const LONGEST_REST_MS = 60_000

type Endpoint = {
  underWay: number
  /** Orders between two deliveries. */
  between: number
  /** Of these, the ones whose next delivery waits for a free slot, longest first. */
  readonly waiting: (() => void)[]
  /** Time-outs since it last answered. */
  timeOuts: number
  restMs: number
  restsUntil: number
}

/** How many deliveries each partner's endpoint may still be sent, so that a hanging one takes no slot from another. */
export type EndpointCapacity = {
  of(partnerId: string): number
  /** Deliveries under way, of every endpoint that has less than its full capacity. */
  taken(): ReadonlyMap<string, number>
  began(partnerId: string): void
  /** A delivery ended, and the next of its order follows: meanwhile others may use its slot. */
  paused(partnerId: string): void
  /** Resolves once the delivery that follows has a slot. It comes before those that have not begun. */
  resumed(partnerId: string): Promise<void>
  ended(partnerId: string, input: { readonly hung: boolean }): void
  /** The delivery never began, which says nothing about the endpoint. */
  released(partnerId: string): void
}

/**
 * Counts the deliveries under way to each endpoint, and has an endpoint that hangs rest. After three time-outs in a row
 * it rests for five seconds, and is then tried with one delivery at a time. Each further time-out doubles the rest, up
 * to a minute. Any answer, even a refusal, ends it. An order that is between two deliveries takes no slot, so that
 * others are sent while it is recorded that the first was acknowledged.
 */
export function endpointCapacity({ now }: { now: () => Date }): EndpointCapacity {
  const endpoints = new Map<string, Endpoint>()

  function capacityOf({ underWay, between, waiting, timeOuts, restsUntil }: Endpoint): number {
    if (timeOuts < HUNG_AFTER)
      return Math.max(
        0,
        Math.min(MOST_AT_ONCE - underWay - waiting.length, MOST_IN_HAND - underWay - between),
      )
    return now().getTime() < restsUntil ? 0 : Math.max(0, 1 - underWay)
  }

  return {
    of(partnerId) {
      const endpoint = endpoints.get(partnerId)
      return endpoint === undefined ? MOST_AT_ONCE : capacityOf(endpoint)
    },
    taken: () => new Map([...endpoints].map(([partnerId, endpoint]) => [partnerId, capacityOf(endpoint)])),
    began(partnerId) {
      const endpoint = endpoints.get(partnerId) ?? unused()
      endpoint.underWay += 1
      endpoints.set(partnerId, endpoint)
    },
    paused(partnerId) {
      const endpoint = endpoints.get(partnerId)
      if (!endpoint) return
      endpoint.between += 1
      free(endpoint)
    },
    async resumed(partnerId) {
      const endpoint = endpoints.get(partnerId)
      if (!endpoint) return
      if (endpoint.underWay < MOST_AT_ONCE) endpoint.underWay += 1
      else await new Promise<void>((resolve) => endpoint.waiting.push(resolve))
      endpoint.between -= 1
    },
    ended(partnerId, { hung }) {
      const endpoint = endpoints.get(partnerId)
      if (!endpoint) return
      free(endpoint)
      if (hung) rest(endpoint, now().getTime())
      else endpoint.timeOuts = 0
      forgetIdle(partnerId, endpoint)
    },
    released(partnerId) {
      const endpoint = endpoints.get(partnerId)
      if (!endpoint) return
      free(endpoint)
      forgetIdle(partnerId, endpoint)
    },
  }

  function forgetIdle(partnerId: string, { underWay, between, timeOuts }: Endpoint): void {
    if (underWay === 0 && between === 0 && timeOuts === 0) endpoints.delete(partnerId)
  }
}

function unused(): Endpoint {
  return { underWay: 0, between: 0, waiting: [], timeOuts: 0, restMs: 0, restsUntil: 0 }
}

/** Frees a slot, which goes to the delivery that has waited longest. */
function free(endpoint: Endpoint): void {
  const next = endpoint.waiting.shift()
  if (next) next()
  else endpoint.underWay -= 1
}

/** Deliveries that were under way together and time out together cause one rest. */
function rest(endpoint: Endpoint, at: number): void {
  endpoint.timeOuts += 1
  if (endpoint.timeOuts < HUNG_AFTER || at < endpoint.restsUntil) return
  const isFirst = endpoint.timeOuts === HUNG_AFTER
  endpoint.restMs = isFirst ? SHORTEST_REST_MS : Math.min(2 * endpoint.restMs, LONGEST_REST_MS)
  endpoint.restsUntil = at + endpoint.restMs
}
