import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'

/** Whose callbacks: an order's, a partner's, or all where both are null. */
export type CallbackScope = { readonly orderId: string | null; readonly partnerId: string | null }

/** Callbacks that were given up, in one transaction. */
export type GivenUpCallbacks = {
  /** Makes them due again from the first attempt on, and enables an endpoint that answered 410. @returns how many */
  resend(whose: CallbackScope): Promise<number>
}

type Parts = {
  readonly givenUp: GivenUpCallbacks
  readonly orders: { find(id: string): Promise<object | undefined> }
}

/** Why no callback is sent again. Nothing was written. */
export type ResendRefusal = {
  readonly is: 'refused'
  readonly code: 'no_such_order' | 'none_given_up'
}

/** Sends callbacks that were given up again. @returns how many */
export function resendCallbacks(
  deps: OperatorDeps<Parts>,
  { orderId, partnerId, ...by }: ByOptionalReason & CallbackScope,
): Promise<Outcome<number, ResendRefusal>> {
  return act(deps, by, async ({ orders, givenUp }): Promise<DoneAct<number> | ResendRefusal> => {
    if (orderId !== null && !(await orders.find(orderId))) return { is: 'refused', code: 'no_such_order' }
    const resent = await givenUp.resend({ orderId, partnerId })
    if (resent === 0) return { is: 'refused', code: 'none_given_up' }
    const detail = { client_order_id: orderId, partner_id: partnerId, resent }
    return { is: 'done', done: resent, act: 'callback resend', about: { is: 'exchange', detail } }
  })
}
