import type { Exchange } from '../program/Exchange.ts'

/** Whether the service can work: its store answers. */
export async function isWell({ database }: Pick<Exchange, 'database'>): Promise<boolean> {
  try {
    await database.query({ name: 'health', text: 'select 1 as well', values: [] })
    return true
  } catch {
    return false
  }
}
