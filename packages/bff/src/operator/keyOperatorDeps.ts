import type { OperatorDeps } from '@cambio/exchange/operator/act.ts'
import type { InnerKeys } from '@cambio/exchange/operator/key/rotateKey.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Random } from '@cambio/server/Random.ts'
import { rewrapInnerKeys } from '../store/innerKeys.ts'
import { operatorDeps, type OperatorParts } from './operatorDeps.ts'

/**
 * The deps of the operator's verbs on this exchange and its own keys.
 * @param deps.keyring with the key that is current
 */
export function keyOperatorDeps(
  deps: Parameters<typeof operatorDeps>[0] & { readonly keyring: Keyring; readonly random: Random },
): OperatorDeps<OperatorParts & { readonly innerKeys: InnerKeys }> {
  const { keyring, random } = deps
  return {
    transaction: (work) =>
      operatorDeps(deps).transaction((parts) => {
        const { query } = parts
        const reseal = async () => ({
          keyId: keyring.current().id,
          moved: await rewrapInnerKeys({ query, random, keyring }),
        })
        return work({ ...parts, innerKeys: { reseal } })
      }),
  }
}
