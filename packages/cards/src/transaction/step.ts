import { authorised, challenged, declined, released, releaseDeclined } from './authorisation.ts'
import { captured, captureDeclined, captureStarted } from './captures.ts'
import type { Change } from './Change.ts'
import type { Fact } from './Fact.ts'
import {
  chargedBack,
  disputeWon,
  refundEnded,
  returnRequested,
  reversalDeclined,
  reversed,
} from './returns.ts'
import type { Transaction } from './Transaction.ts'

/*
 * The states of a transaction. Whatever happens to one is a fact that goes through `step`. The change that it returns is
 * stored in one statement, guarded by `seq`.
 *
 *   authorising ─┬─► held ──► capturing ──► settled ──► refunded
 *       │        │    │ ▲         │             │
 *       │        │    │ └─declined┘             └──► charged_back       (and back, when the dispute is won)
 *       ▼        │    ▼
 *   challenged ──┘  reversing ──► reversed        (a declined reversal goes back to held)
 *       │
 *       └──► declined                             (also straight from authorising)
 */

/**
 * The change that a fact makes to a transaction; null when it says nothing new.
 * @throws Refusal when a merchant requests what the state does not allow
 * @throws Error when an acquirer contradicts what it said before
 */
export function step(before: Transaction, fact: Fact, at: Date): Change | null {
  switch (fact.is) {
    case 'authorised':
      return authorised(before, fact, at)
    case 'declined':
      return declined(before, fact)
    case 'challenged':
      return challenged(before, fact)
    case 'released':
      return released(before, fact)
    case 'release_declined':
      return releaseDeclined(before, fact)
    case 'capture_started':
      return captureStarted(before, fact, at)
    case 'captured':
      return captured(before, fact)
    case 'capture_declined':
      return captureDeclined(before, fact)
    case 'return_requested':
      return returnRequested(before, fact.units, at)
    case 'reversed':
      return reversed(before, fact)
    case 'reversal_declined':
      return reversalDeclined(before, fact)
    case 'refunded':
      return refundEnded(before, fact, true)
    case 'refund_declined':
      return refundEnded(before, fact, false)
    case 'charged_back':
      return chargedBack(before, fact)
    case 'dispute_won':
      return disputeWon(before, fact)
  }
}
