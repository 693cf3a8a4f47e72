import type { OperatorDeps } from '@cambio/exchange/operator/act.ts'
import type { WalletControl } from '@cambio/exchange/operator/wallet/WalletControl.ts'
import { walletControl } from '@cambio/rails/chain/walletControl.ts'
import { walletDifferences } from '../store/read/chain/walletBooks.ts'
import { operatorDeps, type OperatorParts } from './operatorDeps.ts'

/**
 * The deps of the operator's verbs on this exchange and its wallets.
 * @param deps.chainUrl the node that the environment names
 */
export function walletOperatorDeps(
  deps: Parameters<typeof operatorDeps>[0] & { readonly chainUrl?: string | undefined },
): OperatorDeps<OperatorParts & { readonly wallet: WalletControl | null }> {
  const { chainUrl } = deps
  return {
    transaction: (work) =>
      operatorDeps(deps).transaction(async (parts) => {
        const { query, now } = parts
        const wallet = await walletControl({ query, now, chainUrl, differencesOf: walletDifferences })
        return work({ ...parts, wallet })
      }),
  }
}
