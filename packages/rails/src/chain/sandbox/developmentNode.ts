import { createClient, rpcSchema, type Address, type Hash, type Hex } from 'viem'
import { nodeTransport } from '../nodeTransport.ts'

export type DevelopmentNode = ReturnType<typeof developmentNode>

/** A client for the calls that only development nodes have. */
export function developmentNode(url: string, timeoutMs: number) {
  return createClient({
    transport: nodeTransport(url, timeoutMs),
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
