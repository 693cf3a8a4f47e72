import type { Route } from '@playwright/test'

/** Refuses a call in the service's place, with what the problem has beside its code. */
export function refuse(
  route: Route,
  { status, code, ...members }: { readonly status: number; readonly code: string; readonly quote?: object },
): Promise<void> {
  return route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: {
      type: `/docs#${code}`,
      title: 'Refused',
      status,
      detail: 'Refused',
      success: 0,
      code,
      request_id: 'e2e',
      errors: [],
      ...members,
    },
  })
}
