import type { Work } from '@cambio/rails/Rail.ts'
import type { Webhook } from '@cambio/rails/Webhook.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import type { Repeated } from '@cambio/server/work/repeat.ts'

/** The background work of all rails and providers. */
export type AllWork = {
  readonly railLoops: readonly DueLoop[]
  readonly repeated: readonly Repeated[]
  readonly missing: () => readonly string[]
  readonly webhooks: readonly Webhook[]
}

/** Joins the background work of all rails and providers. */
export function allWork(work: readonly Work[]): AllWork {
  return {
    railLoops: work.flatMap(({ loops }) => loops ?? []),
    repeated: work.flatMap(({ repeated }) => repeated ?? []),
    missing: () => work.flatMap(({ missing }) => missing?.() ?? []),
    webhooks: work.flatMap(({ webhooks }) => webhooks ?? []),
  }
}
