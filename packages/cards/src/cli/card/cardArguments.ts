import { passwordKeys } from '@cambio/server/cardMove/passwordKeys.ts'
import { kind } from '@cambio/server/cli/arguments.ts'
import type { FileKeys } from '@cambio/server/keys/sealedFile.ts'
import type { Merchant } from '../../merchant/Merchant.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** What to do where CARDS_PLATFORMS does not list a platform. */
export const LIST_PLATFORM =
  'have whoever runs this platform add its public key there, as “card key” shows it.'

/** A platform by its fingerprint. */
export const fingerprintKind = kind('FINGERPRINT', 'a fingerprint of 32 hex digits', (word) =>
  /^[0-9a-f]{32}$/i.test(word) ? word.toLowerCase() : undefined,
)

/** What seals files between this platform and a merchant. */
export function keysWith(
  { random }: Pick<CommandDeps, 'random'>,
  { signer, formerSigner }: Merchant,
): FileKeys {
  return passwordKeys({ random }, [signer.password, ...(formerSigner ? [formerSigner.password] : [])])
}
