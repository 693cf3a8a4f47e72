import type { Rail } from '../Rail.ts'
import { chainClient } from './chainClient.ts'
import type { ChainSettings } from './ChainSettings.ts'
import { depositsOnChain } from './deposit/depositsOnChain.ts'
import { measureWallet } from './measureWallet.ts'
import { oracleScreening } from './oracleScreening.ts'
import { payOutOnChain } from './payout/payOutOnChain.ts'
import { readTransaction } from './readTransaction.ts'
import { testWallet } from './sandbox/testWallet.ts'
import { watchLoop } from './watch/watchLoop.ts'

/** A chain as a rail: it pays out coins and tokens, and takes them where deposit addresses have a key. */
export function chainRail(
  settingsIn: (dataDir: string) => ChainSettings,
  { takesDeposits }: { readonly takesDeposits: boolean },
): Rail {
  return {
    name: 'ethereum',
    payinWays: takesDeposits ? [{ group: 'crypto', networks: ['ethereum'] }] : [],
    payoutWays: [{ group: 'crypto', networks: ['ethereum'] }],
    open(lent) {
      const settings = settingsIn(lent.dataDir)
      const deps = { ...lent, client: chainClient(settings.url) }
      measureWallet(deps, settings)
      return {
        ...(settings.depositXpub !== null && {
          deposit: depositsOnChain(deps, settings, settings.depositXpub),
        }),
        ...(settings.oracle && { screening: oracleScreening(deps.client, settings.oracle) }),
        ...(settings.keys.deployer && { testWallet: testWallet(settings) }),
        payout: payOutOnChain(deps, settings),
        transactions: readTransaction(deps.client, settings.tokens),
        loops: [watchLoop(deps, settings)],
      }
    },
  }
}
