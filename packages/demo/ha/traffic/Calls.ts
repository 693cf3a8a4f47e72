/** A call of a buyer's or a partner's that was not answered as it should be. */
export type Failure = {
  readonly at: number
  /** `500`, `503 without Retry-After`, or how the connection failed. */
  readonly what: string
  readonly path: string
  readonly requestId: string | null
}

const TIME_LIMIT_MS = 15_000

/** Makes every call of the buyers and the partner, and keeps those that fail. */
export class Calls {
  readonly failures: Failure[] = []

  readonly fetch: typeof globalThis.fetch = async (target, init) => {
    const { pathname: path } = new URL(target instanceof Request ? target.url : target)
    try {
      const answer = await globalThis.fetch(target, { ...init, signal: AbortSignal.timeout(TIME_LIMIT_MS) })
      if (answer.status >= 500) this.#failed(path, wordsOf(answer), answer.headers.get('x-request-id'))
      return answer
    } catch (error) {
      this.#failed(path, reasonOf(error), null)
      throw error
    }
  }

  #failed(path: string, what: string, requestId: string | null): void {
    this.failures.push({ at: Date.now(), what, path, requestId })
  }
}

function wordsOf({ status, headers }: Response): string {
  const isHonest = status !== 503 || headers.has('retry-after')
  return isHonest ? String(status) : `${status} without Retry-After`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError') return 'no answer'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
