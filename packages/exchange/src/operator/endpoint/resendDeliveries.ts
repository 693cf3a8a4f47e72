import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import {
  noSuchEndpoint,
  type ResendSelection,
  type EndpointWrites,
  type NoSuchEndpoint,
} from './EndpointWrites.ts'

type Parts = { readonly endpoints: EndpointWrites }

/** Why nothing is sent again. Nothing was written. */
type ResendRefusal = NoSuchEndpoint | { readonly is: 'refused'; readonly code: 'endpoint_off' }

/**
 * Sends callbacks of the last 31 days to an endpoint again, in sequence for each order and from the first attempt on.
 * @returns how many
 */
export function resendDeliveries(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    endpointId,
    again,
    ...by
  }: ByOptionalReason & {
    readonly partnerId: string
    readonly endpointId: string
    readonly again: ResendSelection
  },
): Promise<Outcome<number, ResendRefusal>> {
  return act(deps, by, async ({ endpoints }): Promise<DoneAct<number> | ResendRefusal> => {
    const endpoint = (await endpoints.lock(partnerId)).find(({ id }) => id === endpointId)
    if (!endpoint) return noSuchEndpoint
    if (endpoint.url === null || endpoint.offAt !== null) return { is: 'refused', code: 'endpoint_off' }
    const resent = await endpoints.resend(partnerId, endpointId, again)
    const detail = { endpoint_id: endpointId, again, resent }
    return { is: 'done', done: resent, act: 'callback resend', about: { is: 'partner', partnerId, detail } }
  })
}
