import { requestIdOf, type DoorContext } from '@cambio/server/http/door.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { keepRequests, type SentRequest } from '../store/partnerRequests.ts'

/** Records the requests of partners' servers in batches: no request waits for it. */
export type RequestLog = {
  add(request: SentRequest): void
  /** Resolves once all added requests are written. */
  flush(): Promise<void>
}

/** How long requests gather, milliseconds: a killed process loses those of this time from the log. */
const GATHER_MS = 500
/** The most requests that are recorded in that time: the log is for reading, and effects are stored elsewhere. */
const MOST_GATHERED = 2_000

export function openRequestLog({ query, log }: { query: Query; log: Log }): RequestLog {
  let gathered: SentRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const requests = gathered
    gathered = []
    if (requests.length === 0) return
    await keepRequests(query, requests).catch((error: unknown) =>
      log.error('requests of partners could not be recorded', { error, count: requests.length }),
    )
  }

  function flush(): Promise<void> {
    writing = writing.then(write)
    return writing
  }

  return {
    add(request) {
      if (gathered.length >= MOST_GATHERED) return
      gathered.push(request)
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    flush,
  }
}

const LONGEST_PATH = 200

/** A recorded request: with its path as sent, unless the path is unreadable. */
export function requestLine(
  c: DoorContext,
  route: { readonly path: string },
  status: number,
): Pick<SentRequest, 'method' | 'path' | 'status' | 'requestId'> {
  const { method, path } = c.req
  const isPlain = /^[\x21-\x7e]+$/.test(path) && path.length <= LONGEST_PATH
  return { method, path: isPlain ? path : route.path, status, requestId: requestIdOf(c) }
}
