import type { CreateRequest } from '@cambio/wire/WidgetRequest.ts'
import type { Draft } from '@cambio/wire/Widget.ts'

/** What a partner opened for one buyer. It stays open to reloads until its order has ended. */
export type WidgetRequest = {
  readonly id: string
  readonly partnerId: string
  /** The partner's own id, or the request's where it gave none. */
  readonly partnerOrderId: string
  readonly fields: CreateRequest
  readonly draft: Partial<Draft> | null
  readonly openedAt: Date | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly orderId: string | null
}

export function stateOf(request: WidgetRequest, now: Date): 'new' | 'opened' | 'used' | 'expired' {
  if (request.orderId) return 'used'
  if (now >= request.expiresAt) return 'expired'
  return request.openedAt ? 'opened' : 'new'
}
