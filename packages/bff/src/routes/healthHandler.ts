import type { Exchange } from '../program/Exchange.ts'

/** Reports whether the service is well, as 200 or 503. */
export function healthHandler(exchange: Pick<Exchange, 'database'>) {
  return async ({ answerWith }: { readonly answerWith: (status: 503) => void }) => {
    if (await isWell(exchange)) return { status: 'OK' as const }
    answerWith(503)
    return { status: 'FAIL' as const }
  }
}

/** Whether the service can work: its store answers. */
async function isWell({ database }: Pick<Exchange, 'database'>): Promise<boolean> {
  try {
    await database.query({ name: 'health', text: 'select 1 as well', values: [] })
    return true
  } catch {
    return false
  }
}
