import { BaseError, getAddress, numberToHex, type Hash } from 'viem'
import type { TestWallet } from '../../TestWallet.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { transferOf } from '../payout/transfer.ts'
import { developmentNode } from './developmentNode.ts'

const SEND_MS = 4_000

/** Pays out of the first of the node's unlocked accounts, which are the testers'. */
export function testWallet({ url, tokens }: Pick<ChainSettings, 'url' | 'tokens'>): TestWallet {
  const node = developmentNode(url, SEND_MS)
  return {
    async send({ to, amount }) {
      const [from] = await node.request({ method: 'eth_accounts' })
      if (from === undefined) throw new Error('The node unlocks no account')
      const { value, ...transfer } = transferOf(tokens, amount, getAddress(to.toLowerCase()))
      const txid = await whileNonceTaken(() =>
        node.request({
          method: 'eth_sendTransaction',
          params: [{ from, ...transfer, value: numberToHex(value) }],
        }),
      )
      return { txid }
    },
  }
}

/** The node may give two simultaneous payments one nonce. It refuses the later one, which is then sent again. */
async function whileNonceTaken(send: () => Promise<Hash>): Promise<Hash> {
  const until = Date.now() + SEND_MS
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const isTaken = error instanceof BaseError && /underpriced|nonce/i.test(error.details)
      if (!isTaken || Date.now() > until) throw error
    }
  }
}
