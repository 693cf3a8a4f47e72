import { erc20Abi } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import { tokenCurrencies, type ChainSettings } from '../ChainSettings.ts'

/** What the hot wallet holds of a currency, in its smallest units, at a block or now. @throws Error when the node does not say */
export async function balanceAt(
  client: ChainClient,
  { keys, tokens }: Pick<ChainSettings, 'keys' | 'tokens'>,
  currency: string,
  blockNumber?: bigint,
): Promise<bigint> {
  const { address } = keys.hotWallet
  const block = blockNumber === undefined ? {} : { blockNumber }
  const token = tokenCurrencies.find((each) => each === currency)
  return token === undefined
    ? client.getBalance({ address, ...block })
    : client.readContract({
        address: tokens[token],
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
        ...block,
      })
}
