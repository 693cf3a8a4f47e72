/** What keeps a program from its work, each as a few words; none when it can. */
export type Missing = () => Promise<readonly string[]>

/**
 * Answers the two questions that a supervisor has: `/health/live`, whether the process is there, and `/health/ready`,
 * whether it can do its work. Undefined for any other request.
 */
export function answerHealth(request: Request, missing: Missing): Promise<Response> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  // Reading an address costs more than some answers, so only one that may be meant is read.
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
