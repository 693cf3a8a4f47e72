import { liveKeys, sandboxDepositXpub, sandboxKeys } from '@cambio/rails/chain/ChainKeys.ts'
import { chainRail } from '@cambio/rails/chain/chainRail.ts'
import { knownTokens, type ChainSettings } from '@cambio/rails/chain/ChainSettings.ts'
import { SANDBOX_CHAIN_ID } from '@cambio/rails/chain/node/anvilProcess.ts'
import { MAIN_CHAIN_ORACLE } from '@cambio/rails/chain/oracleScreening.ts'
import { sandboxTokens } from '@cambio/rails/chain/sandbox/sandboxChain.ts'
import type { Rail } from '@cambio/rails/Rail.ts'
import type { ExchangeEnvironment } from '../environment.ts'

const SANDBOX_CONFIRMATIONS = 2
const LIVE_CONFIRMATIONS = 12
const MAIN_CHAIN_ID = 1

/**
 * Coins and tokens on a real node; undefined in live without the key of the wallet that pays out.
 * @param url the node's address
 */
export function ethereumRailOf(
  { MODE, CHAIN_KEY: key, CHAIN_XPUB: xpub, CHAIN_ORACLE: oracle, CHAIN_CONFIRMATIONS }: ExchangeEnvironment,
  url: string,
): Rail | undefined {
  if (MODE === 'sandbox') {
    const confirmations = CHAIN_CONFIRMATIONS ?? SANDBOX_CONFIRMATIONS
    const settingsIn = (dataDir: string): ChainSettings => {
      const keys = sandboxKeys(dataDir)
      const tokens = sandboxTokens(keys.deployer.address)
      const depositXpub = xpub ?? sandboxDepositXpub(dataDir)
      return {
        url,
        chainId: SANDBOX_CHAIN_ID,
        confirmations,
        keys,
        tokens,
        depositXpub,
        oracle: oracle ?? null,
      }
    }
    return chainRail(settingsIn, { takesDeposits: true })
  }
  const tokens = knownTokens[MAIN_CHAIN_ID]
  if (key === undefined || tokens === undefined) return undefined
  const confirmations = CHAIN_CONFIRMATIONS ?? LIVE_CONFIRMATIONS
  const settings: Omit<ChainSettings, 'keys'> = {
    url,
    chainId: MAIN_CHAIN_ID,
    confirmations,
    tokens,
    depositXpub: xpub ?? null,
    oracle: oracle ?? MAIN_CHAIN_ORACLE,
  }
  return chainRail(() => ({ ...settings, keys: liveKeys(key) }), { takesDeposits: xpub !== undefined })
}
