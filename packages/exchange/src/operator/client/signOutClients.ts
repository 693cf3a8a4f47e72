import { act, type DoneAct, type OperatorDeps, type ByOptionalReason } from '../act.ts'
import type { PartnerWrites, SignedOut } from '../partner/PartnerWrites.ts'

type Parts = { readonly partnerWrites: PartnerWrites }

/** Ends the sessions and login tokens of one client of a partner's, or of all where none is named. */
export async function signOutClients(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    clientId,
    ...by
  }: ByOptionalReason & { readonly partnerId: string; readonly clientId: string | null },
): Promise<SignedOut> {
  const outcome = await act<Parts, SignedOut, never>(
    deps,
    by,
    async ({ partnerWrites }): Promise<DoneAct<SignedOut>> => {
      const done = await partnerWrites.signOut(partnerId, clientId)
      const about = { is: 'partner', partnerId, detail: { client_id: clientId } } as const
      return { is: 'done', done, act: 'sign_out', about }
    },
  )
  return outcome.done
}
