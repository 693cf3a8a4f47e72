import { setTimeout as after } from 'node:timers/promises'
import { inSpan, traceparent } from '@cambio/server/trace/tracing.ts'
import type { HttpTransport } from 'viem'
import { nodeFaultOf } from './NodeFault.ts'

/** How long one call waits in all for a node that limits how often it is asked, milliseconds. */
const PATIENCE_MS = 3_000
const FIRST_WAIT_MS = 50

/**
 * Makes a call once more where the node answers that it is asked too often: at once such a node has done nothing. It waits
 * twice as long each time, or as long as the node says, three seconds in all at most.
 */
export function patient(transport: HttpTransport): HttpTransport {
  return (config) => {
    const opened = transport(config)
    const patiently = async (...call: Parameters<typeof opened.request>) => {
      let waitedMs = 0
      for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
        try {
          return await opened.request(...call)
        } catch (error) {
          const fault = nodeFaultOf(error)
          if (fault?.is !== 'limited') throw error
          const delayMs = Math.max(waitMs, fault.retryAfterMs ?? 0)
          if (waitedMs + delayMs > PATIENCE_MS) throw error
          waitedMs += delayMs
          await after(delayMs)
        }
      }
    }
    // A look at the chain makes many calls and belongs to no trace: those of an order's do.
    const request = ((...call) =>
      traceparent() === undefined
        ? patiently(...call)
        : inSpan({ name: call[0].method, kind: 'client' }, () => patiently(...call))) as typeof opened.request
    return { ...opened, request }
  }
}
