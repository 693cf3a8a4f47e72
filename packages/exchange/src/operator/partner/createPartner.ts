import type { Partner } from '../../partner/Partner.ts'
import type { Mode } from '../../payout/destination.ts'
import type { Random } from '../../Random.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import { freshApiKey, freshSecret } from './freshCredentials.ts'
import type { Credentials, NewPartner, PartnerWrites } from './PartnerWrites.ts'

type Parts = { readonly partnerWrites: PartnerWrites; readonly random: Random; readonly mode: Mode }

type Created = { readonly partner: Partner; readonly credentials: Credentials }

/** Another partner has the name, so that the command line could not tell the two apart. Nothing was written. */
export type NameTaken = { readonly is: 'refused'; readonly code: 'name_taken'; readonly apiKey: string }

/** Creates a partner with fresh credentials, which only the caller receives. */
export function createPartner(
  deps: OperatorDeps<Parts>,
  { partner: wanted, ...by }: ByOptionalReason & { readonly partner: NewPartner },
): Promise<Outcome<Created, NameTaken>> {
  return act(deps, by, async ({ partnerWrites, random, mode }): Promise<DoneAct<Created> | NameTaken> => {
    const apiKey = await partnerWrites.keyOwnerOf(wanted.name, null)
    if (apiKey !== undefined) return { is: 'refused', code: 'name_taken', apiKey }
    const credentials = {
      apiKey: freshApiKey({ random, mode }),
      secret: freshSecret(random),
      callbackSecret: freshSecret(random),
    }
    const partner = await partnerWrites.make({ ...wanted, ...credentials })
    const about = { is: 'partner', partnerId: partner.id, detail: { name: wanted.name } } as const
    return { is: 'done', done: { partner, credentials }, act: 'create', about }
  })
}
