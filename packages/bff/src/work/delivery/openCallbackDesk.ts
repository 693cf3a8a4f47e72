import type { CallbackDesk } from '@cambio/exchange/callback/CallbackDelivery.ts'

/** A desk that the deliveries of this process are attached to; without any, callbacks wait in the database. */
export type OpenCallbackDesk = CallbackDesk & {
  /** Attaches deliveries. @returns the function that detaches them */
  attach(deliveries: CallbackDesk): () => void
}

/** A desk without deliveries, as it is before the program's work has started and after it has stopped. */
export function openCallbackDesk(): OpenCallbackDesk {
  let attached: CallbackDesk | undefined
  return {
    reserve: (partnerId) => attached?.reserve(partnerId) ?? null,
    attach(deliveries) {
      attached = deliveries
      return () => {
        attached = undefined
      }
    },
  }
}
