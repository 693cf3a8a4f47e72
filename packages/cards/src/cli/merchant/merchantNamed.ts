import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Merchant } from '../../merchant/Merchant.ts'
import { Uuid } from '../../protocol/Uuid.ts'
import { findMerchant } from '../../store/merchants.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** The argument that names a merchant. */
export function merchantWord() {
  return required(text('<client_key>'), 'Name the merchant by its client_key.')
}

/** The merchant of a client_key. @throws CallRefused when there is none */
export async function merchantNamed(
  { query, keys, clock }: Pick<CommandDeps, 'query' | 'keys' | 'clock'>,
  clientKey: string,
): Promise<Merchant> {
  const key = Uuid.safeParse(clientKey)
  const merchant = key.success
    ? await findMerchant({ query, keyring: keys.keyring, clock }, key.data)
    : undefined
  if (merchant === undefined) {
    throw new CallRefused(`There is no merchant ${clientKey}. See them all with: merchant list`)
  }
  return merchant
}
