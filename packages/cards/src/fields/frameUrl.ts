/** Where the frame of a fields session is served; `paymentUrl` is the platform's own address. */
export function frameUrl(paymentUrl: string, sessionId: string): string {
  return new URL(`/fields/frame/${encodeURIComponent(sessionId)}`, paymentUrl).href
}
