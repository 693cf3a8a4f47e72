import { statusesAt, type Stage } from '@cambio/wire/order/orderStatus.ts'

/** The statuses of some stages, as an SQL list. */
export function statusList(...stages: readonly Stage[]): string {
  return statusesAt(...stages)
    .map((status) => `'${status}'`)
    .join(', ')
}
