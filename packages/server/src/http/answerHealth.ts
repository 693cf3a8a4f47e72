/** What keeps a program from working, each as a few words; empty when nothing does. */
export type Missing = () => Promise<readonly string[]>

/**
 * Answers a supervisor's two questions: `/health/live`, whether the process runs, and `/health/ready`, whether it can
 * work. Undefined for any other request.
 */
export function answerHealth(request: Request, missing: Missing): Promise<Response> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  // Parsing an address costs more than some answers, so only a likely one is parsed.
  if (!request.url.includes('/health/')) return undefined
  switch (new URL(request.url).pathname) {
    case '/health/live':
      return Promise.resolve(answer(200, { status: 'OK' }))
    case '/health/ready':
      return missing().then((reasons) =>
        reasons.length === 0
          ? answer(200, { status: 'OK' })
          : answer(503, { status: 'FAIL', missing: reasons }),
      )
    default:
      return undefined
  }
}

function answer(status: 200 | 503, body: object): Response {
  return Response.json(body, {
    status,
    headers: { 'Cache-Control': 'no-store', ...(status === 503 && { 'Retry-After': '1' }) },
  })
}
