import type { Mode } from '../../payout/destination.ts'
import type { Random } from '../../Random.ts'
import { act, type Deed, type OperatorDeps, type QuietBy } from '../act.ts'
import { freshApiKey, freshSecret } from './freshCredentials.ts'
import type { Credentials, PartnerWrites } from './PartnerWrites.ts'

type Parts = {
  readonly partnerWrites: PartnerWrites
  readonly random: Random
  readonly mode: Mode
  readonly now: () => Date
}

/** The new credentials, and until when those that they replace hold beside them. */
type Rotated = { readonly fresh: Partial<Credentials>; readonly formerUntil: Date }

/**
 * Gives a partner new credentials: those that are named. What they replace holds on for a while.
 * @param input.overlapMs how long, milliseconds
 */
export async function rotateCredentials(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    which,
    overlapMs,
    ...by
  }: QuietBy & {
    readonly partnerId: string
    readonly which: ReadonlySet<keyof Credentials>
    readonly overlapMs: number
  },
): Promise<Rotated> {
  const outcome = await act<Parts, Rotated, never>(deps, by, async (parts): Promise<Deed<Rotated>> => {
    const { partnerWrites, random, mode, now } = parts
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
  })
  return outcome.done
}
