import autocannon from 'autocannon'
import type { Measured } from './rounds.ts'

/** How long each round asks, seconds, and by how many connections. */
export const SECONDS = 1
export const CONNECTIONS = 16

/** Asks a server as often as it answers; gives answers a second. */
export function asking(
  options: Omit<autocannon.Options, 'connections' | 'duration'>,
  connections = CONNECTIONS,
): Measured {
  return async () => rateOf(await autocannon({ ...options, connections, duration: SECONDS }))
}

/**
 * Keeps this process from sleeping while it asks. A server that answers one who sleeps pays for waking it, on a virtual
 * machine as much as for pricing a quote, and the more often the longer its answer takes: that would be measured too.
 */
export function awake(measured: Measured): Measured {
  return async () => {
    let done = false
    const spin = () => void (done || setImmediate(spin))
    spin()
    try {
      return await measured()
    } finally {
      done = true
    }
  }
}

/** @throws Error when any request was refused, since a refusal is quick and means nothing here */
function rateOf({ requests, non2xx, errors, statusCodeStats }: autocannon.Result): number {
  if (non2xx > 0 || errors > 0)
    throw new Error(
      `${non2xx} requests were refused and ${errors} failed: ${JSON.stringify(statusCodeStats)}.`,
    )
  return requests.average
}
