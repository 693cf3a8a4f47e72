import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import { isAddress, parseAbi, type Address } from 'viem'
import type { ChainClient } from './chainClient.ts'

const abi = parseAbi(['function isSanctioned(address addr) view returns (bool)'])

/** Chainalysis' list of sanctioned wallets on the main chain, which anyone may read for free. */
export const MAIN_CHAIN_ORACLE: Address = '0x40C57923924B5c5c5455c48D93317139ADDaC8fb'

/** Asks a contract on the chain that keeps a list. It reports addresses of other networks as clear. */
export function oracleScreening(client: ChainClient, oracle: Address): Screening {
  return {
    async screen(addresses) {
      try {
        const answers = await Promise.all(
          addresses
            .flatMap((address) => (isAddress(address, { strict: false }) ? [address] : []))
            .map((address) =>
              client.readContract({ address: oracle, abi, functionName: 'isSanctioned', args: [address] }),
            ),
        )
        return answers.includes(true) ? 'listed' : 'clear'
      } catch {
        return 'unknown'
      }
    },
  }
}
