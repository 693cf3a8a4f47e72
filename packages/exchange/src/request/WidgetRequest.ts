import type { Draft } from '@cambio/wire/widget/Widget.ts'
import type { CreateRequest, RequestState } from '@cambio/wire/widget/WidgetRequest.ts'

/** The widget that a partner opened for one buyer. It can be reloaded until its order has ended. */
export type WidgetRequest = {
  readonly id: string
  readonly partnerId: string
  /** The partner's own id, or the request's where the partner sent none. */
  readonly partnerOrderId: string
  readonly fields: CreateRequest
  /**
   * The choices made so far. Anyone with the request's id can read them, so they never contain the destination of the
   * coins.
   */
  readonly draft: Omit<Partial<Draft>, 'dst_address' | 'memo'> | null
  readonly draftDestination: DraftDestination | null
  readonly openedAt: Date | null
  readonly createdAt: Date
  readonly expiresAt: Date
  /** When its partner canceled it; null otherwise. */
  readonly canceledAt: Date | null
  readonly orderId: string | null
}

/** The destination of the coins that one buyer entered; only that buyer sees it again. */
export type DraftDestination = Pick<Draft, 'payout_currency' | 'dst_address' | 'memo'> & {
  readonly clientId: string
}

/** How far a request has come, by what happened to it and when it expires. */
export function stateOf(
  request: Pick<WidgetRequest, 'orderId' | 'canceledAt' | 'expiresAt' | 'openedAt'>,
  now: Date,
): RequestState {
  if (request.orderId) return 'used'
  if (request.canceledAt) return 'canceled'
  if (now >= request.expiresAt) return 'expired'
  return request.openedAt ? 'opened' : 'new'
}

/** Whether a request has ended without an order, so that it accepts nothing more. */
export function hasEnded(request: WidgetRequest, now: Date): boolean {
  const state = stateOf(request, now)
  return state === 'expired' || state === 'canceled'
}
