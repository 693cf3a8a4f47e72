import type { DeliveryAnswer, PartnerEndpoint } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import { partnerEndpoint } from '@cambio/rails/endpoint/partnerEndpoint.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** A receiver that a command calls, by the rules for the addresses of callbacks. */
export function receiverAt({ mode }: Pick<CommandDeps, 'mode'>, pauseMs?: number): PartnerEndpoint {
  const slowly = pauseMs === undefined ? {} : { pauseMs }
  return partnerEndpoint({ allowPrivate: mode === 'sandbox', version: 'cli', ...slowly })
}

/** The outcome of a delivery, in words. */
export function outcomeOf(answer: DeliveryAnswer): string {
  return 'why' in answer ? answer.why : answer.is
}

/** The status that a receiver answered with; null where it did not answer. */
export function statusOf(answer: DeliveryAnswer): number | null {
  switch (answer.is) {
    case 'acknowledged':
      return answer.status
    case 'gone':
      return 410
    case 'failed':
      return answer.status ?? null
    case 'unanswered':
      return null
  }
}
