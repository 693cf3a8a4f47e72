import { setTimeout as after } from 'node:timers/promises'
import { inSpan, traceparent } from '@cambio/server/trace/tracing.ts'
import type { CustomTransport } from 'viem'
import { nodeFaultOf } from './NodeFault.ts'

/** How long one call waits in total for a node that limits calls, milliseconds. */
const PATIENCE_MS = 3_000
const FIRST_WAIT_MS = 50

/**
 * Repeats a call when the node answers that it is called too often: such a node has not executed the call. It doubles
 * the wait each time, or waits as long as the node says, three seconds in total at most.
 */
export function withRetries(transport: CustomTransport): CustomTransport {
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
    // A look at the chain makes many calls and belongs to no trace; calls for an order do.
    const request = ((...call) =>
      traceparent() === undefined
        ? patiently(...call)
        : inSpan({ name: call[0].method, kind: 'client' }, () => patiently(...call))) as typeof opened.request
    return { ...opened, request }
  }
}
