import { inSpan, traceparent } from './tracing.ts'

/**
 * Sends a request within a span that names the host but never the address, which may contain a secret. A request
 * without a call or an order, such as one for prices, belongs to no trace.
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
