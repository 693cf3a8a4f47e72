import type { Page, Request } from '@playwright/test'

/** What a page took from the network. */
export type Traffic = {
  /**
   * Each request that was answered, in the order in which they ended, with the bytes of its answer as they were sent,
   * headers included, and with when it was sent, epoch milliseconds.
   */
  readonly answers: readonly { readonly url: string; readonly bytes: number; readonly sentAt: number }[]
  readonly bytes: number
  /** The streams of events that were asked for, whether they have ended or not. */
  readonly streams: number
}

/** Records what a page takes from the network from now on. @returns what tells the traffic until it is called */
export function recordTraffic(page: Page): () => Promise<Traffic> {
  const finished: Request[] = []
  let streams = 0
  page.on('request', (request) => (streams += Number(isStream(request.url()))))
  page.on('requestfinished', (request) => finished.push(request))
  return async () => {
    const answers = await Promise.all(
      finished
        .filter((request) => request.url().startsWith('http'))
        .map(async (request) => {
          const { responseHeadersSize, responseBodySize } = await request.sizes()
          const bytes = responseHeadersSize + responseBodySize
          return { url: request.url(), bytes, sentAt: request.timing().startTime }
        }),
    )
    return { answers, bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0), streams }
  }
}

/** The events of an order. */
export function isStream(url: string): boolean {
  return url.endsWith('/changes')
}
