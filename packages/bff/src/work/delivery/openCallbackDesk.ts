import type { CallbackDesk } from '@cambio/exchange/callback/CallbackDelivery.ts'

/** A desk at which somebody may sit: while nobody does, callbacks wait in the database. */
export type OpenCallbackDesk = CallbackDesk & {
  /** Takes a seat. Gives the function that leaves it. */
  sit(clerk: CallbackDesk): () => void
}

/** An empty desk. Orders are written at it before the program's work has started, and after it has stopped. */
export function openCallbackDesk(): OpenCallbackDesk {
  let seated: CallbackDesk | undefined
  return {
    reserve: (partnerId) => seated?.reserve(partnerId) ?? null,
    sit(clerk) {
      seated = clerk
      return () => {
        seated = undefined
      }
    },
  }
}
