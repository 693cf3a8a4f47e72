import { expect, test } from 'vitest'
import { openTestChain, type TestChain } from './chainRig.ts'

const stateOf = async ({ node, client, settings }: TestChain) => ({
  url: settings.url,
  last: await node('eth_getBlockByNumber', 'latest', false),
  next: await client.getBlock({ blockTag: 'pending' }).then(({ baseFeePerGas }) => baseFeePerGas),
  waiting: await node('txpool_status'),
  wallet: await node('eth_getBalance', settings.keys.hotWallet.address, 'latest'),
  code: await node('eth_getCode', settings.tokens.USDC, 'latest'),
})

test('a test gets the chain of the last one, as good as new', async () => {
  const one = await openTestChain()
  const before = await stateOf(one)
  const [from] = (await one.node('eth_accounts')) as string[]
  const { address: to } = one.settings.keys.hotWallet
  const pay = () => one.node('eth_sendTransaction', { from, to, value: '0x1' })
  const txid = await pay()
  await one.mineAt(new Date('2026-04-01T09:00:00Z'))
  await one.mine(20)
  await one.node('anvil_setCode', one.settings.tokens.USDC, '0x60006000fd')
  await pay()
  await one.close()

  const next = await openTestChain()
  expect(await stateOf(next)).toEqual(before)
  expect(await next.node('eth_getTransactionReceipt', txid)).toBeNull()
  await next.mineAt(new Date('2026-03-01T10:00:00Z'))
  expect((await next.client.getBlock()).timestamp).toBe(1_772_359_200n)
  await next.close()
})
