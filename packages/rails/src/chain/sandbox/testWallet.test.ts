import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestChain, type TestChain } from '../../../testing/chain/chainRig.ts'
import { testWallet } from './testWallet.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await openTestChain()
})
afterAll(() => chain.close())

const AT_ONCE = 30

test('payments of buyers at one moment are all made, whichever exchange they ask', async () => {
  const one = testWallet(chain.settings)
  const other = testWallet(chain.settings)
  const to = Array.from(
    { length: AT_ONCE },
    (_, index): Address => `0x${String(index + 1).padStart(40, '7')}`,
  )
  const sent = await Promise.all(
    to.map((address, index) =>
      (index % 2 === 0 ? one : other).send({
        to: address,
        amount: { units: 4_000_000_000_000_000n, currency: 'ETH' },
      }),
    ),
  )
  expect(new Set(sent.map((payment) => payment.txid)).size).toBe(AT_ONCE)
  await chain.mine()
  const balances = await Promise.all(to.map((address) => chain.client.getBalance({ address })))
  expect(new Set(balances)).toEqual(new Set([4_000_000_000_000_000n]))
})
