import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import {
  noSuchEndpoint,
  urlTaken,
  type EndpointChanges,
  type EndpointWrites,
  type NoSuchEndpoint,
  type UrlTaken,
} from './EndpointWrites.ts'

type Parts = { readonly endpoints: EndpointWrites }
type ChangeRefusal = NoSuchEndpoint | UrlTaken

/**
 * Changes an endpoint of a partner's callbacks. A new address is enabled, whatever the former one answered.
 * @param input.keepsCodes whether withdrawal codes keep going to the former address
 */
export function changeEndpoint(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    endpointId,
    changes,
    keepsCodes,
    ...by
  }: ByOptionalReason & {
    readonly partnerId: string
    readonly endpointId: string
    readonly changes: EndpointChanges
    readonly keepsCodes: boolean
  },
): Promise<Outcome<null, ChangeRefusal>> {
  return act(deps, by, async ({ endpoints }): Promise<DoneAct<null> | ChangeRefusal> => {
    const all = await endpoints.lock(partnerId)
    const endpoint = all.find(({ id }) => id === endpointId)
    if (!endpoint) return noSuchEndpoint
    const taken = urlTaken(all, changes.url, endpointId)
    if (taken) return taken
    await endpoints.change(partnerId, endpoint, changes, { keepsCodes })
    const { url, events, offAt } = endpoint
    const detail = { endpoint_id: endpointId, before: { url, events, isOn: offAt === null }, after: changes }
    return { is: 'done', done: null, act: 'endpoint change', about: { is: 'partner', partnerId, detail } }
  })
}

/** Removes an endpoint; of the main one, its address. Callbacks that wait for it are given up. */
export function removeEndpoint(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    endpointId,
    ...by
  }: ByOptionalReason & { readonly partnerId: string; readonly endpointId: string },
): Promise<Outcome<null, NoSuchEndpoint>> {
  return act(deps, by, async ({ endpoints }): Promise<DoneAct<null> | NoSuchEndpoint> => {
    const endpoint = (await endpoints.lock(partnerId)).find(({ id }) => id === endpointId)
    if (!endpoint) return noSuchEndpoint
    await endpoints.remove(partnerId, endpointId)
    const detail = { endpoint_id: endpointId, url: endpoint.url }
    return { is: 'done', done: null, act: 'endpoint remove', about: { is: 'partner', partnerId, detail } }
  })
}
