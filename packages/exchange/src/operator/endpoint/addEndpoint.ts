import { MOST_ENDPOINTS, type EndpointEvent } from '@cambio/wire/partner/CallbackEndpoint.ts'
import type { Random } from '../../Random.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import { freshSecret } from '../partner/freshCredentials.ts'
import { urlTaken, type EndpointWrites, type UrlTaken } from './EndpointWrites.ts'

type Parts = { readonly endpoints: EndpointWrites; readonly random: Random }

/** Why no endpoint is added. Nothing was written. */
export type AddRefusal = UrlTaken | { readonly is: 'refused'; readonly code: 'too_many' }

type Added = { readonly endpointId: string; readonly secret: string }

/** Adds an endpoint of a partner's callbacks, which receives events from now on. @returns its id and its new secret */
export function addEndpoint(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    url,
    description,
    events,
    ...by
  }: ByOptionalReason & {
    readonly partnerId: string
    readonly url: string
    readonly description: string | null
    readonly events: readonly EndpointEvent[]
  },
): Promise<Outcome<Added, AddRefusal>> {
  return act(deps, by, async ({ endpoints, random }): Promise<DoneAct<Added> | AddRefusal> => {
    const others = await endpoints.lock(partnerId)
    const taken = urlTaken(others, url, null)
    if (taken) return taken
    if (others.length > MOST_ENDPOINTS) return { is: 'refused', code: 'too_many' }
    const added = { endpointId: random.uuid(), secret: freshSecret(random) }
    const { endpointId: id, secret } = added
    await endpoints.add({ partnerId, id, url, description, events, secret })
    const detail = { endpoint_id: id, url, events }
    return { is: 'done', done: added, act: 'endpoint add', about: { is: 'partner', partnerId, detail } }
  })
}
