import type { Repeated } from '@cambio/server/work/repeat.ts'
import type { RailDeps } from '../Rail.ts'

const LOOK_EVERY_MS = 500
const ANSWER_MS = 2_000

/**
 * Watches a platform through the calls that are made to it anyway. From the first that is not answered, it is asked
 * every half second whether it is there again; then what waits for its answers is gone on with at once. Any answer but a
 * failure of its own will do, since a platform need not have an address for the question.
 */
export function platformWatch(
  deps: Pick<RailDeps, 'log' | 'resume'>,
  input: { readonly paymentUrl: string; readonly fetch: typeof globalThis.fetch },
): { readonly fetch: typeof globalThis.fetch; readonly repeated: Repeated } {
  let awaySince: number | undefined

  function lost(): void {
    if (awaySince !== undefined) return
    awaySince = performance.now()
    deps.log.warn('the card platform does not answer; what waits for it goes on when it does')
  }

  return {
    async fetch(address, request) {
      try {
        const answer = await input.fetch(address, request)
        if (answer.status >= 500) lost()
        return answer
      } catch (error) {
        lost()
        throw error
      }
    },
    repeated: {
      everyMs: LOOK_EVERY_MS,
      failed: 'what waited for the card platform could not be gone on with',
      async work() {
        if (awaySince === undefined || !(await answers(input))) return
        await deps.resume()
        const durationMs = Math.round(performance.now() - awaySince)
        awaySince = undefined
        deps.log.warn('the card platform answers again', { durationMs })
      },
    },
  }
}

async function answers({
  paymentUrl,
  fetch,
}: {
  paymentUrl: string
  fetch: typeof globalThis.fetch
}): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(`${paymentUrl}/health/ready`, { signal, redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status < 500
  } catch {
    return false
  }
}
