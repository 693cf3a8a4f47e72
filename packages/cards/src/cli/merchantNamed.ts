import type { Merchant } from '../Merchant.ts'
import { findMerchant } from '../store/merchants.ts'
import { Uuid } from '../Uuid.ts'
import { BadCall, neededText, type CommandDeps, type Given } from './Command.ts'

type Deps = Pick<CommandDeps, 'query' | 'keys'>

/** The merchant of a client_key. @throws BadCall when there is none */
export async function merchantNamed({ query, keys }: Deps, clientKey: string): Promise<Merchant> {
  const key = Uuid.safeParse(clientKey)
  const merchant = key.success ? await findMerchant({ query, keyring: keys.keyring }, key.data) : undefined
  if (merchant === undefined) {
    throw new BadCall(`There is no merchant ${clientKey}. See them all with: merchant list`)
  }
  return merchant
}

/** The merchant of --merchant; undefined when none was given. @throws BadCall when there is no such merchant */
export async function merchantGiven(deps: Deps, given: Given): Promise<Merchant | undefined> {
  if (given.options['merchant'] === undefined) return undefined
  return merchantNamed(deps, neededText(given, 'merchant'))
}
