import type { Random } from '../../Random.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import { freshSecret } from '../partner/freshCredentials.ts'
import type { RotationOpen } from '../partner/rotateCredentials.ts'
import { noSuchEndpoint, type EndpointWrites, type NoSuchEndpoint } from './EndpointWrites.ts'

type Parts = { readonly endpoints: EndpointWrites; readonly random: Random; readonly now: () => Date }

type RotateRefusal = NoSuchEndpoint | RotationOpen
type Rotated = { readonly secret: string; readonly formerUntil: Date }

/**
 * Gives an endpoint a new secret. The former one also signs for a while.
 * @param input.overlapMs how long the former secret also signs, milliseconds
 */
export function rotateEndpoint(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    endpointId,
    overlapMs,
    ...by
  }: ByOptionalReason & {
    readonly partnerId: string
    readonly endpointId: string
    readonly overlapMs: number
  },
): Promise<Outcome<Rotated, RotateRefusal>> {
  return act(deps, by, async ({ endpoints, random, now }): Promise<DoneAct<Rotated> | RotateRefusal> => {
    const endpoint = (await endpoints.lock(partnerId)).find(({ id }) => id === endpointId)
    if (!endpoint) return noSuchEndpoint
    const { formerSecretUntil: until } = endpoint
    if (until !== null) return { is: 'refused', code: 'rotation_open', until }
    const rotated = { secret: freshSecret(random), formerUntil: new Date(now().getTime() + overlapMs) }
    await endpoints.rotate(partnerId, endpointId, rotated.secret, rotated.formerUntil)
    const detail = { endpoint_id: endpointId, former_until: rotated.formerUntil.toISOString() }
    return { is: 'done', done: rotated, act: 'endpoint rotate', about: { is: 'partner', partnerId, detail } }
  })
}
