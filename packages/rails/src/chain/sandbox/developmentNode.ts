import { createClient, http, rpcSchema, type Address, type Hash, type Hex } from 'viem'

export type DevelopmentNode = ReturnType<typeof developmentNode>

/** A client for the calls that only development nodes have. */
export function developmentNode(url: string, timeoutMs: number) {
  return createClient({
    transport: http(url, { timeout: timeoutMs, retryCount: 0 }),
    rpcSchema: rpcSchema<
      [
        { Method: 'eth_accounts'; Parameters?: undefined; ReturnType: readonly Address[] },
        { Method: 'evm_mine'; Parameters?: undefined; ReturnType: unknown },
        {
          Method: 'eth_sendTransaction'
          Parameters: [{ from: Address; to: Address; value: Hex; data?: Hex }]
          ReturnType: Hash
        },
      ]
    >(),
  })
}
