import { erc20Abi, type Address } from 'viem'
import type { ChainClient } from '../chainClient.ts'
import { tokenCurrencies, type TokenContracts } from '../ChainSettings.ts'

/**
 * An address's balance of a currency, in its smallest units, at a block or now.
 * @throws Error when the node does not answer
 */
export async function balanceAt(
  client: ChainClient,
  { address, tokens }: { readonly address: Address; readonly tokens: TokenContracts },
  currency: string,
  blockNumber?: bigint,
): Promise<bigint> {
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
