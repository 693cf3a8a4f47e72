import type { Page } from '@playwright/test'

/** Has the exchange answer the next call to a path as it does once the buyer's session has ended. */
export async function endSession(page: Page, path: string | RegExp): Promise<void> {
  await page.route(path, (route) => route.fulfill(sessionInvalid), { times: 1 })
}

const sessionInvalid = {
  status: 401,
  contentType: 'application/problem+json',
  json: {
    type: '/docs#session_invalid',
    title: 'The session is not valid',
    status: 401,
    detail: 'The session is over',
    success: 0,
    code: 'session_invalid',
    request_id: 'e2e',
    errors: [],
  },
}
