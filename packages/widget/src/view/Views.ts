import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetOrder, WidgetView } from '@cambio/wire/widget/Widget.ts'
import { queryOptions, type QueryClient, type UseQueryOptions } from '@tanstack/react-query'
import type { Call } from '../api/call.ts'
import { failureOf } from '../api/Failure.ts'
import { openingRoutes as routes } from '../api/openingRoutes.ts'
import type { OrderChanges } from '../api/orderChanges.ts'
import type { SessionKeeper } from '../api/session.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import { hasOrder, payable } from '../steps.ts'

/**
 * The server's view of this purchase: the one truth the screen is made from. Looks and the answers of acts may
 * overtake each other; what was asked for earlier never replaces what was asked for later.
 */
export type Views = {
  /**
   * The view as the screen follows it: closely while an order moves and nothing tells of its changes, not at all while the page is out of sight, and at
   * once when the buyer comes back to it.
   */
  readonly query: UseQueryOptions<WidgetView, Error, WidgetView, string[]>
  /** Asks for the view now. A look that is still out is called off and gets this one's answer. @throws Failure */
  readonly look: () => Promise<WidgetView>
  /** Asks for the view now; a failure is shown through the query. */
  readonly refresh: () => void
  /** Writes into the view what an act has changed on the server; whatever else was learnt meanwhile stays. */
  readonly amend: (part: Partial<WidgetView>) => void
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
  const query = queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const token = session.token()
      const known = queries.getQueryData<WidgetView>(queryKey)
      const view =
        known && hasOrder(known)
          ? await statusAfter(known, signal)
          : await call(routes.view, undefined, signal)
      if (token !== null && token === session.token() && view.buyer === null) session.close()
      return view
    },
    // The first look is tried twice. Later there is a view on screen, which is looked at again anyway.
    retry: (failures, thrown) =>
      failures === 0 && failureOf(thrown).passing && queries.getQueryData(queryKey) === undefined,
    retryDelay: retryMs,
    // A page that brought the view with it does not ask for it again.
    refetchOnMount: false,
    refetchInterval: ({ state }) => {
      const ms = followMs(state.data)
      return ms === liveMs && changes.isHeard() && !isConfirming(state.data) ? slowMs : ms
    },
  })
  /** The view with what has moved since then: of an order the rest stands still. */
  async function statusAfter(known: WidgetView, signal: AbortSignal): Promise<WidgetView> {
    const { changed } = await call(routes.status, undefined, signal, { seen: known.version })
    return changed ? { ...known, ...changed } : known
  }
  const look = async (): Promise<WidgetView> => {
    await queries.refetchQueries({ queryKey }, { throwOnError: true })
    return queries.ensureQueryData(query)
  }
  const refresh = () => void look().catch(() => undefined)
  return {
    query,
    look,
    refresh,
    amend: (part) => {
      queries.setQueryData<WidgetView>(queryKey, (view) => view && { ...view, ...part })
      // A look that is still out may have been asked for before this was changed.
      if (queries.isFetching({ queryKey }) > 0) refresh()
    },
  }
}

/** An order that waits for the buyer's card, for a bank or for the operator, does not move by itself; others do until they end. */
function followMs(view: WidgetView | undefined): number | false {
  const status = view?.order?.status ?? view?.order_state?.status
  if (!status) return false
  if (ended.has(status)) return followEndedMs(view?.order)
  if (!view?.order) return liveMs
  return payable(view.order) || waitsLong(view.order) ? slowMs : liveMs
}

/** Whether blocks are made over coins that were seen: each is shown, and none is a change of the order. */
function isConfirming(view: WidgetView | undefined): boolean {
  return view?.order?.deposit?.arrivals.some(({ state }) => state === 'seen') === true
}

/** Coins may come to an order that has ended, and go back. */
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
