import type { PlacementConflict } from '../order/OrderStore.ts'
import type { WidgetRequest } from './WidgetRequest.ts'

export type RequestStore = {
  find(id: string): Promise<WidgetRequest | undefined>
  /** The newest request with a partner's id. */
  findNewest(partnerId: string, partnerOrderId: string): Promise<WidgetRequest | undefined>
  /**
   * Opens a request and claims its partner_order_id, which is unique over requests and orders. A request that has ended
   * without an order no longer counts.
   */
  open(
    request: WidgetRequest,
  ): Promise<'opened' | Extract<PlacementConflict, { is: 'partner_order_id_taken' }>>
  /** Cancels a live request, so that no order can be placed for it. */
  cancel(id: string, at: Date): Promise<void>
  markOpened(id: string, at: Date): Promise<void>
  /** Saves a draft; without a destination, the one saved before stays. */
  saveDraft(
    id: string,
    draft: NonNullable<WidgetRequest['draft']>,
    destination: WidgetRequest['draftDestination'],
  ): Promise<void>
}
