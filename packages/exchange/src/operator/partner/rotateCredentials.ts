import type { Mode } from '../../payout/destination.ts'
import type { Random } from '../../Random.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import { freshApiKey, freshSecret } from './freshCredentials.ts'
import type { Credentials, PartnerWrites } from './PartnerWrites.ts'

type Parts = {
  readonly partnerWrites: PartnerWrites
  readonly random: Random
  readonly mode: Mode
  readonly now: () => Date
}

/** The new credentials, and until when the replaced ones stay valid. */
type Rotated = { readonly fresh: Partial<Credentials>; readonly formerUntil: Date }

type Rotation = {
  readonly partnerId: string
  readonly which: ReadonlySet<keyof Credentials>
  /** How long the replaced credentials stay valid, milliseconds. */
  readonly overlapMs: number
}

/** Gives a partner new credentials of the named kinds. The replaced ones stay valid for a while. */
export async function rotateCredentials(
  deps: OperatorDeps<Parts>,
  { actor, reason, ...rotation }: ByOptionalReason & Rotation,
): Promise<Rotated> {
  const by = { actor, reason }
  const outcome = await act<Parts, Rotated, never>(deps, by, (parts) => rotate(parts, rotation))
  return outcome.done
}

/**
 * Credentials replaced earlier are still valid. One more rotation would end them while a server may be using them.
 * Nothing was written.
 */
export type RotationOpen = { readonly is: 'refused'; readonly code: 'rotation_open'; readonly until: Date }

/**
 * Gives a partner new credentials at its own request. It ends no valid credentials early, since the partner's servers
 * may not have the latest ones yet.
 */
export function rotateOwnCredentials(
  deps: OperatorDeps<Parts>,
  { actor, reason, ...rotation }: ByOptionalReason & Rotation,
): Promise<Outcome<Rotated, RotationOpen>> {
  return act(deps, { actor, reason }, async (parts): Promise<DoneAct<Rotated> | RotationOpen> => {
    const until = await parts.partnerWrites.formerHoldsUntil(rotation.partnerId, rotation.which)
    return until === null ? rotate(parts, rotation) : { is: 'refused', code: 'rotation_open', until }
  })
}

async function rotate(
  { partnerWrites, random, mode, now }: Parts,
  { partnerId, which, overlapMs }: Rotation,
): Promise<DoneAct<Rotated>> {
  const fresh: Partial<Credentials> = {
    ...(which.has('apiKey') && { apiKey: freshApiKey({ random, mode }) }),
    ...(which.has('secret') && { secret: freshSecret(random) }),
    ...(which.has('callbackSecret') && { callbackSecret: freshSecret(random) }),
  }
  const formerUntil = new Date(now().getTime() + overlapMs)
  await partnerWrites.rotate(partnerId, fresh, formerUntil)
  const detail = { rotated: Object.keys(fresh), former_until: formerUntil.toISOString() }
  const about = { is: 'partner', partnerId, detail } as const
  return { is: 'done', done: { fresh, formerUntil }, act: 'rotate', about }
}
