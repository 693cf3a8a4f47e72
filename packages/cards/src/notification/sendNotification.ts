import { NotAllowed } from '@cambio/server/outside/outsideAddress.ts'
import { settleDue } from '@cambio/server/work/due.ts'
import type { Platform } from '../Platform.ts'
import { followUpHash, subjectOf } from '../protocol/hash.ts'
import { findMerchant } from '../store/merchants.ts'
import { findNotification, saveAttempt, type WaitingNotification } from '../store/notifications.ts'
import { findTransaction } from '../store/transactions.ts'
import { cardTokenOf } from '../vault/cardTokenOf.ts'
import type { Post } from './httpPost.ts'
import { signNotification } from './signNotification.ts'

/** When an unacknowledged notification is sent again, minutes after its first attempt. */
const RETRY_MINUTES = [15, 30, 45, 60]

const MINUTE_MS = 60_000

type Deps = {
  readonly platform: Platform
  readonly post: Post
  /** Scales the waiting times, for tests. */
  readonly retryFactor: number
}

/**
 * Sends a due notification to its merchant and stores the outcome. While the merchant's address is blocked, nothing is
 * sent and no attempt counts.
 */
export async function sendNotification(deps: Deps, notificationId: string): Promise<void> {
  const { platform } = deps
  const notification = await findNotification(platform.query, notificationId)
  if (notification === undefined) return
  const { blockedUntil } = notification
  const startedAt = platform.clock.now()
  if (blockedUntil !== null && blockedUntil > startedAt) {
    const later = { id: notificationId, dueAt: blockedUntil }
    await platform.query(settleDue({ table: 'notification', key: 'id' }, later))
    return
  }
  const reply = await post(deps, notification)
  const problem = problemOf(reply)
  const firstAttemptAt = notification.firstAttemptAt ?? startedAt
  await saveAttempt(platform.query, notification, {
    startedAt,
    endedAt: platform.clock.now(),
    firstAttemptAt,
    problem,
    timedOut: reply === 'timeout',
    nextAttemptAt: problem === null ? null : nextAttemptAt(deps, notification.attempts, firstAttemptAt),
    retryFactor: deps.retryFactor,
  })
  if (problem !== null) {
    platform.log.warn('A merchant did not acknowledge a notification', {
      transId: notification.transactionId,
      merchantId: notification.merchantId,
      attempts: notification.attempts + 1,
      reason: problem,
    })
  }
}

/** When the attempt after this one is due; null after the last. */
function nextAttemptAt({ retryFactor }: Deps, attempts: number, firstAttemptAt: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts]
  return minutes === undefined ? null : new Date(firstAttemptAt.getTime() + minutes * MINUTE_MS * retryFactor)
}

type Reply = { status: number; text: string } | NotAllowed | 'timeout' | 'unreachable'

async function post({ platform, post }: Deps, notification: WaitingNotification): Promise<Reply> {
  const { url, fields, withToken, merchantId, transactionId } = notification
  const merchant = await findMerchant(platform, merchantId)
  const transaction = await findTransaction(platform.query, transactionId)
  if (merchant === undefined || transaction === undefined)
    throw new Error('A notification has no merchant or no transaction.')
  const cardToken = withToken ? cardTokenOf(platform, transaction) : null
  const body = new URLSearchParams({
    ...fields,
    ...(cardToken === null ? {} : { card_token: cardToken }),
    hash: followUpHash(
      merchant.signer,
      transaction.payer.email,
      transactionId,
      subjectOf(transaction.means.mask),
    ),
  })
  try {
    return await post(url, body, signNotification(platform, merchant, { url, body }))
  } catch (error) {
    if (error instanceof NotAllowed) return error
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}

/** Why the merchant has not acknowledged the notification; null for a 2xx answer that says `OK`. */
function problemOf(reply: Reply): string | null {
  if (reply === 'timeout') return 'It took too long to answer.'
  if (reply === 'unreachable') return 'The address could not be reached.'
  if (reply instanceof NotAllowed) return `${reply.message}.`
  if (reply.status < 200 || reply.status > 299) return `It answered with status ${reply.status}.`
  return reply.text.trim().toUpperCase() === 'OK' ? null : 'It answered something else than OK.'
}
