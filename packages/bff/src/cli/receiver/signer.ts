import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { callbackSigners, type CallbackSigner } from '../../store/read/callbackSigners.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'

/** The partner whose receiver a call is about; by default, the only partner. @throws BadCall, CallRefused */
export async function signerOf(deps: StoreDeps, partner: string | undefined): Promise<CallbackSigner> {
  const [signer, other] = await callbackSigners(deps, await partnerIdOf(deps, partner))
  if (!signer) throw new CallRefused('There is no partner.')
  if (other) throw new BadCall('There are several partners: name one with --partner.')
  return signer
}
