import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetOrder, WidgetStatus, WidgetView } from '@cambio/wire/widget/Widget.ts'
import { queryOptions, type QueryClient, type UseQueryOptions } from '@tanstack/react-query'
import type { Call } from '../api/call.ts'
import { failureOf } from '../api/Failure.ts'
import { openingRoutes as routes } from '../api/openingRoutes.ts'
import type { OrderChanges } from '../api/OrderChanges.ts'
import type { SessionKeeper } from '../api/session.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import { hasOrder, payable } from '../steps.ts'

/**
 * The server's view of this purchase, from which every screen is drawn. Requests for the view and the answers of acts
 * may overtake each other; an earlier request never replaces the result of a later one.
 */
export type Views = {
  /**
   * The view as the screen follows it: it is polled often while an order may change and no event stream reports that,
   * never while the page is hidden, and at once when the buyer returns.
   */
  readonly query: UseQueryOptions<WidgetView, Error, WidgetView, string[]>
  /** Requests the view now. A request that is under way is canceled and gets this one's answer. @throws Failure */
  readonly look: () => Promise<WidgetView>
  /** Requests the view now; a failure is shown through the query. */
  readonly refresh: () => void
  /** Applies a change by an act to the view; whatever else has arrived meanwhile stays. */
  readonly amend: (part: Partial<WidgetView>) => void
  /**
   * Applies a status that something else may have overtaken, if it is newer than what is shown; where that is not
   * certain, the view is requested. @returns the newest @throws Failure
   */
  readonly receive: (status: WidgetStatus) => Promise<WidgetStatus>
  /** The version of the view on screen. */
  readonly version: () => string
}

const queryKey = ['view']
const retryMs = 1_000
const liveMs = 1_000
const slowMs = 10_000

export function viewsOf({
  queries,
  call,
  session,
  changes,
}: {
  queries: QueryClient
  call: Call
  session: SessionKeeper
  changes: Pick<OrderChanges, 'isHeard'>
}): Views {
  const known = () => queries.getQueryData<WidgetView>(queryKey)
  const query = queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const token = session.token()
      const shown = known()
      const view =
        shown && hasOrder(shown)
          ? await statusAfter(shown, signal)
          : await call(routes.view, undefined, signal)
      if (token !== null && token === session.token() && view.buyer === null) session.close()
      return view
    },
    // The first request is retried once. Later there is a view on screen, which is requested again anyway.
    retry: (failures, thrown) => failures === 0 && failureOf(thrown).passing && known() === undefined,
    retryDelay: retryMs,
    // A page whose HTML contains the view does not request it again.
    refetchOnMount: false,
    refetchInterval: ({ state }) => {
      const ms = followMs(state.data)
      return ms === liveMs && changes.isHeard() && !isConfirming(state.data) ? slowMs : ms
    },
  })
  /** The view with the parts that have changed; the rest of an order stays. */
  async function statusAfter(known: WidgetView, signal: AbortSignal): Promise<WidgetView> {
    const { changed } = await call(routes.status, undefined, signal, { seen: known.version })
    return changed ? { ...known, ...changed } : known
  }
  const look = async (): Promise<WidgetView> => {
    await queries.refetchQueries({ queryKey }, { throwOnError: true })
    return queries.ensureQueryData(query)
  }
  const refresh = () => void look().catch(() => undefined)
  const amend = (part: Partial<WidgetView>) => {
    queries.setQueryData<WidgetView>(queryKey, (view) => view && { ...view, ...part })
    // A request that is under way may have been sent before this change.
    if (queries.isFetching({ queryKey }) > 0) refresh()
  }
  return {
    query,
    look,
    refresh,
    amend,
    receive: async (status) => {
      const shown = known()
      // A service of the version before numbers nothing, and no comparison with such a number holds.
      const by = (status.seq ?? NaN) - (shown?.seq ?? NaN)
      if (shown && (status.version === shown.version || by < 0)) return shown
      // A session that has begun or ended meanwhile is a look's to notice.
      if (!(by > 0) || (status.buyer === null) !== (shown?.buyer === null)) return look()
      amend(status)
      return status
    },
    version: () => known()?.version ?? '',
  }
}

/**
 * An order that waits for the buyer's card, a bank or the operator does not change by itself; others do until they end.
 */
function followMs(view: WidgetView | undefined): number | false {
  const status = view?.order?.status ?? view?.order_state?.status
  if (!status) return false
  if (ended.has(status)) return followEndedMs(view?.order)
  if (!view?.order) return liveMs
  return payable(view.order) || waitsLong(view.order) ? slowMs : liveMs
}

/** Whether blocks are added after coins that were seen: each is shown, and none is a change of the order. */
function isConfirming(view: WidgetView | undefined): boolean {
  return view?.order?.deposit?.arrivals.some(({ state }) => state === 'seen') === true
}

/** An order that has ended may still receive coins, and refund them. */
function followEndedMs(order: WidgetOrder | null | undefined): number | false {
  if (!order?.deposit) return false
  const doMove = order.deposit.arrivals.some(({ state }) => state === 'owed' || state === 'returning')
  return doMove ? liveMs : slowMs
}

/** Whether an order waits for a bank or for the operator. */
function waitsLong({
  withdrawal,
  attempt,
  transfer,
  is_stopped,
  status,
  payout_group,
  payin_group,
  money,
}: WidgetOrder): boolean {
  const leavesByBank = status === 'processing_payout' && payout_group === 'sepa'
  const returnsByBank = money.state === 'returning' && payinTraits(payin_group).isByBank
  return (
    withdrawal !== null ||
    transfer !== null ||
    is_stopped ||
    attempt?.state === 'stopped' ||
    leavesByBank ||
    returnsByBank
  )
}
