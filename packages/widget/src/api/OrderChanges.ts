/** Whether the service's events report the changes of this page's order now. Without them, the order has to be polled. */
export type OrderChanges = {
  readonly isHeard: () => boolean
  readonly hear: (isHeard: boolean) => void
}

export function orderChanges(): OrderChanges {
  let heard = false
  return { isHeard: () => heard, hear: (isHeard) => (heard = isHeard) }
}
