import type { PlacementConflict } from '../order/OrderStore.ts'
import type { WidgetRequest } from './WidgetRequest.ts'

export type RequestStore = {
  find(id: string): Promise<WidgetRequest | undefined>
  /** The newest request of a partner's id. */
  findNewest(partnerId: string, partnerOrderId: string): Promise<WidgetRequest | undefined>
  /**
   * The partner_order_id is claimed with it: one uniqueness over requests and orders, in which a request that has ended
   * without an order no longer counts.
   */
  open(
    request: WidgetRequest,
  ): Promise<'opened' | Extract<PlacementConflict, { is: 'partner_order_id_taken' }>>
  /** Cancels a request that is live, so that no order can be placed for it. */
  cancel(id: string, at: Date): Promise<void>
  markOpened(id: string, at: Date): Promise<void>
  /** Keeps the destination that was saved before where none is given. */
  saveDraft(
    id: string,
    draft: NonNullable<WidgetRequest['draft']>,
    destination: WidgetRequest['draftDestination'],
  ): Promise<void>
}
