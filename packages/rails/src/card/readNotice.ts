import type { ChargeKey } from '@cambio/exchange/payin/card/CardRail.ts'
import * as z from 'zod/mini'
import { hashFollowUp, sameHash, type Signer } from './hash.ts'

/** The payment that a notice is about. We ask the platform what changed, since the hash covers no amount. */
export type Notice = { readonly platformOrderId: string; readonly transId: string }

const Fields = z.object({
  order_id: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,255}$/)),
  trans_id: z.string().check(z.regex(/^[0-9A-Za-z-]{1,64}$/)),
  hash: z.string().check(z.regex(/^[0-9a-fA-F]{32}$|^[0-9a-fA-F]{64}$/)),
})

/**
 * Reads a notice of the card platform and checks its signature. A notice about an order that we do not know cannot be
 * checked and counts as unsigned.
 * @param deps.signers the merchant by its current password, and by the next one
 * @param deps.chargeOf the buyer and the card charged under an order_id of ours
 * @param body the notice as received, form-urlencoded
 */
export async function readNotice(
  deps: {
    readonly signers: readonly Signer[]
    readonly chargeOf: (platformOrderId: string) => Promise<Pick<ChargeKey, 'email' | 'card'> | undefined>
  },
  body: string,
): Promise<Notice | 'unsigned'> {
  const read = z.safeParse(Fields, Object.fromEntries(new URLSearchParams(body)))
  if (!read.success) return 'unsigned'
  const { order_id: platformOrderId, trans_id: transId, hash } = read.data
  const charge = await deps.chargeOf(platformOrderId)
  if (!charge) return 'unsigned'
  const isSigned = deps.signers.some((signer) =>
    sameHash(hashFollowUp(signer, charge.email, transId, charge.card), hash),
  )
  return isSigned ? { platformOrderId, transId } : 'unsigned'
}
