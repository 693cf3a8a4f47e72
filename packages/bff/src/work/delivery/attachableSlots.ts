import type { CallbackSlots } from '@cambio/exchange/callback/CallbackDelivery.ts'

/** Slots of the deliveries that are attached; without any, callbacks wait in the database. */
export type AttachableSlots = CallbackSlots & {
  /** Attaches deliveries. @returns the function that detaches them */
  attach(deliveries: CallbackSlots): () => void
}

/** Slots without deliveries, as they are before the program's work has started and after it has stopped. */
export function attachableSlots(): AttachableSlots {
  let attached: CallbackSlots | undefined
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
