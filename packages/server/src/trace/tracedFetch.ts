import { inSpan, traceparent } from './tracing.ts'

/**
 * Sends a request inside a span that says whom it went to, and never what was asked: an address may hold a secret. What
 * is sent for no call and no order, such as the question for a price, belongs to no trace.
 */
export function tracedFetch(
  fetch: typeof globalThis.fetch,
  url: string,
  request: RequestInit,
): Promise<Response> {
  if (traceparent() === undefined) return fetch(url, request)
  const { method = 'GET' } = request
  const fields = { 'http.request.method': method, 'server.address': new URL(url).host }
  return inSpan({ name: method, kind: 'client', fields }, async (span) => {
    const response = await fetch(url, request)
    span.add({ 'http.response.status_code': response.status })
    return response
  })
}
