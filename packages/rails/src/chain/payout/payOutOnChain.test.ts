import { balanceOf } from '@cambio/server/postgres/Ledger.ts'
import { statement, type CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { TestChain } from '../../../testing/chain/chainRig.ts'
import { buyer, ether, payment, usePayouts } from '../../../testing/chain/payoutRig.ts'
import { chainClient, type ChainClient } from '../chainClient.ts'
import { findWallet, walletKey } from '../ChainWallet.ts'
import { findPayout } from './ChainPayout.ts'

let chain: TestChain
let stand: CleanDatabase
let warnings: unknown[]
const { rail, watch, confirm, coinsAt, expectAgreement, pass } = usePayouts(
  (opened) => void ({ chain, stand, warnings } = opened),
)

const usdc = (units: bigint) => ({ amount: { units, currency: 'USDC' } })

/** A client whose sending fails. */
function client(
  sendRawTransaction: (send: ChainClient['sendRawTransaction']) => ChainClient['sendRawTransaction'],
) {
  const working = chainClient(chain.settings.url)
  return { ...working, sendRawTransaction: sendRawTransaction(working.sendRawTransaction) }
}

/** The coin of the chain and one of its tokens; `pnpm sim:deposits` has all. */
const currencies = rowsOf(['ETH', 'USDC', 'USDT20'], (currency) => currency !== 'USDT20')

test.for(currencies)('%s is sent at once and is final two blocks later', async (currency) => {
  const amount = { units: 1_234_567n, currency }
  const sent = await rail().send(payment('p1', { amount }))
  expect(sent).toEqual({ is: 'sent', txid: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  await chain.mine()
  await watch()
  expect(await rail().getStatus('p1')).toEqual(sent)
  await chain.mine()
  await watch()
  expect(await rail().getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
  expect(await coinsAt(buyer, currency)).toBe(1_234_567n)
  expect(await balanceOf(stand.database.query, 'network', 'ETH', 'posted')).toBeGreaterThan(21_000n)
  await expectAgreement()
})

test('many processes that pay at once use each nonce once, and pay each order once', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`)
  await Promise.all([...ids, ...ids].map((id) => rail().send(payment(id, usdc(5n)))))
  await confirm()
  const rows = await stand.database.query<{ nonce: bigint; state: string }>(
    statement('select nonce, state from chain_payout order by nonce'),
  )
  expect(rows).toEqual(ids.map((_, index) => ({ nonce: BigInt(index), state: 'done' })))
  expect(await coinsAt(buyer, 'USDC')).toBe(60n)
  await expectAgreement()
})

test('a payment that was not sent is absent, and a different payment under its id throws', async () => {
  expect(await rail().getStatus('never')).toEqual({ is: 'absent' })
  await rail().send(payment('p1'))
  await expect(rail().send(payment('p1', usdc(1n)))).rejects.toThrow(/something else/)
})

describe('a process that is killed while it pays out', () => {
  test('a process killed before its signed payment was stored sent nothing, and the nonce is used again', async () => {
    const dying = {
      ...stand.database,
      transaction: (work: Parameters<typeof stand.database.transaction>[0]) =>
        stand.database.transaction(async (query) => {
          await work(query)
          throw new Error('killed')
        }),
    } as typeof stand.database
    await expect(rail({ database: dying }).send(payment('p1'))).rejects.toThrow('killed')
    expect(await rail().getStatus('p1')).toEqual({ is: 'absent' })
    await rail().send(payment('p2'))
    await confirm()
    expect(await rail().getStatus('p2')).toMatchObject({ is: 'confirmed' })
    expect(await findPayout(stand.database.query, 'p2')).toMatchObject({ nonce: 0 })
  })

  test('a process killed before its stored payment was sent leaves its bytes to be sent by the next look', async () => {
    const silent = client(() => () => Promise.reject(new Error('killed')))
    expect(await rail({ client: silent }).send(payment('p1'))).toMatchObject({ is: 'unknown' })
    expect(await rail().getStatus('p1')).toMatchObject({ is: 'unknown' })
    const stored = await findPayout(stand.database.query, 'p1')
    await watch()
    await confirm()
    expect(await rail().getStatus('p1')).toEqual({ is: 'confirmed', txid: stored?.transactions[0]?.txid })
    expect(await coinsAt(buyer)).toBe(ether)
    await expectAgreement()
  })

  test('a process killed before the answer was recorded has made its payment once, and the next look finds it', async () => {
    const deaf = client((send) => async (bytes) => {
      await send(bytes)
      throw new Error('killed')
    })
    expect(await rail({ client: deaf }).send(payment('p1'))).toMatchObject({ is: 'unknown' })
    expect(await rail().send(payment('p1'))).toMatchObject({ is: 'sent' })
    await confirm()
    expect(await rail().getStatus('p1')).toMatchObject({ is: 'confirmed' })
    expect(await coinsAt(buyer)).toBe(ether)
  })
})

test('a gap in the nonces is closed by the bytes that are missing, and what waits behind it follows', async () => {
  const silent = client(() => () => Promise.reject(new Error('lost')))
  await rail({ client: silent }).send(payment('p1', usdc(1n)))
  await rail().send(payment('p2', usdc(2n)))
  await chain.mine(3)
  expect(await coinsAt(buyer, 'USDC')).toBe(0n)
  await watch()
  await confirm()
  expect(await coinsAt(buyer, 'USDC')).toBe(3n)
  expect([await rail().getStatus('p1'), await rail().getStatus('p2')]).toMatchObject([
    { is: 'confirmed' },
    { is: 'confirmed' },
  ])
})

test('a payment that the node forgot is sent again by identical bytes', async () => {
  const sent = await rail().send(payment('p1'))
  await chain.node('anvil_dropAllTransactions')
  await chain.mine(3)
  expect(await coinsAt(buyer)).toBe(0n)
  await watch()
  await confirm()
  expect(await rail().getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
})

describe('a pay-out that is stuck', () => {
  test('a stuck pay-out offers the network more under its nonce, and all its transactions are kept', async () => {
    const first = await rail().send(payment('p1'))
    pass(60_000)
    await watch()
    const second = await rail().getStatus('p1')
    expect(second).toMatchObject({ is: 'sent' })
    expect(second).not.toEqual(first)
    const payout = await findPayout(stand.database.query, 'p1')
    expect(payout?.transactions).toHaveLength(2)
    await confirm()
    expect(await rail().getStatus('p1')).toEqual({ ...second, is: 'confirmed' })
    expect(await coinsAt(buyer)).toBe(ether)
    await expectAgreement()
  })

  test('a stuck pay-out is found by any of its transactions that is in a block', async () => {
    const first = await rail().send(payment('p1'))
    pass(60_000)
    // The first transaction's block is made while the second one is on its way to the node.
    const late = client((send) => async (bytes) => {
      await chain.mine()
      return send(bytes)
    })
    await watch({ client: late })
    expect((await findPayout(stand.database.query, 'p1'))?.transactions).toHaveLength(2)
    await confirm()
    expect(await rail().getStatus('p1')).toEqual({ ...first, is: 'confirmed' })
    expect(await coinsAt(buyer)).toBe(ether)
    await expectAgreement()
  })

  test('a stuck pay-out offers more ten times, and after that only where the network asks for more', async () => {
    await rail().send(payment('p1'))
    const offers = async () => (await findPayout(stand.database.query, 'p1'))?.transactions ?? []
    for (let minute = 0; minute < 12; minute++) {
      pass(60_000)
      await watch()
    }
    expect(await offers()).toHaveLength(11)
    const asked = 100n * ((await offers()).at(-1)?.maxFeePerGas ?? 0n)
    const working = chainClient(chain.settings.url)
    const estimateFeesPerGas = async () => ({ maxFeePerGas: asked, maxPriorityFeePerGas: 1n })
    await watch({ client: { ...working, estimateFeesPerGas } as ChainClient })
    expect(await offers()).toHaveLength(12)
    expect((await offers()).at(-1)?.maxFeePerGas).toBe(asked)
    await confirm()
    expect(await rail().getStatus('p1')).toMatchObject({ is: 'confirmed' })
  })

  test('a stuck pay-out is raised by only one of two processes', async () => {
    await rail().send(payment('p1'))
    pass(60_000)
    await Promise.all([watch(), watch()])
    expect((await findPayout(stand.database.query, 'p1'))?.transactions).toHaveLength(2)
  })
})

describe('a hot wallet', () => {
  test('a hot wallet that holds too little pays nothing, says so once, and pays after a refill', async () => {
    const { address } = chain.settings.keys.hotWallet
    const all = await coinsAt(address, 'USDC')
    const large = payment('p1', usdc(all + 5n))
    const answers = [await rail().send(large), await rail().send(large)]
    expect(JSON.stringify(answers)).toContain(
      `The hot wallet holds 10000000.000000 USDC, too little to pay out`,
    )
    expect(answers).toMatchObject([{ is: 'unknown' }, { is: 'unknown' }])
    expect(warnings).toEqual(['the hot wallet is too low to pay out'])
    expect(await rail().getStatus('p1')).toEqual({ is: 'absent' })
    await refill('USDC', 2n)
    await confirm()
    await rail().send(large)
    const wallet = await findWallet(stand.database.query, walletKey(chain.settings))
    expect(wallet?.tooLow).toEqual({ USDC: expect.stringContaining('holds 10000000.000002 USDC') })
    expect(warnings).toEqual(['the hot wallet is too low to pay out'])
    await refill('USDC', 3n)
    await confirm()
    expect(await rail().send(large)).toMatchObject({ is: 'sent' })
    expect(warnings).toEqual(['the hot wallet is too low to pay out', 'the hot wallet pays out again'])
    await confirm()
    await expectAgreement()
  })

  test('an empty hot wallet pays nothing, and earlier signed pay-outs go through after a refill', async () => {
    const { address } = chain.settings.keys.hotWallet
    const held = await coinsAt(address)
    await chain.node('anvil_setBalance', address, '0x0')
    expect(await rail().send(payment('p1'))).toMatchObject({ is: 'unknown' })
    await confirm()
    expect(await rail().send(payment('p1', usdc(1n)))).toMatchObject({ is: 'unknown' })
    await chain.node('anvil_setBalance', address, `0x${held.toString(16)}`)
    await confirm()
    expect(await rail().send(payment('p1'))).toMatchObject({ is: 'sent' })
    await confirm()
    await expectAgreement()
  })

  test('a hot wallet does not reserve the same coins for two pay-outs', async () => {
    const all = await coinsAt(chain.settings.keys.hotWallet.address, 'USDC')
    const answers = await Promise.all(
      ['p1', 'p2', 'p3'].map((id) => rail().send(payment(id, usdc(all / 2n)))),
    )
    expect(answers.map(({ is }) => is).toSorted()).toEqual(['sent', 'sent', 'unknown'])
  })

  test('a hot wallet whose coins are all signed for makes the next pay-out wait, and refunds nothing', async () => {
    const all = await coinsAt(chain.settings.keys.hotWallet.address, 'USDC')
    await rail().send(payment('p1', usdc(all)))
    expect(await rail().send(payment('p2', usdc(1n)))).toMatchObject({ is: 'unknown' })
    await chain.mine()
    expect(await rail().send(payment('p2', usdc(1n)))).toMatchObject({ is: 'unknown' })
    await refill('USDC', 1n)
    await confirm()
    await confirm()
    expect(await rail().send(payment('p2', usdc(1n)))).toMatchObject({ is: 'sent' })
    await confirm()
    await expectAgreement()
  })

  test('a hot wallet that someone else uses pays nothing more', async () => {
    const { hotWallet } = chain.settings.keys
    await chain.node('anvil_impersonateAccount', hotWallet.address)
    await chain.node('eth_sendTransaction', { from: hotWallet.address, to: buyer, value: '0x1' })
    await chain.mine()
    expect(await rail().send(payment('p1'))).toMatchObject({
      is: 'unknown',
      why: /has sent 1 transaction, and 0/,
    })
    expect(warnings).toEqual([
      'the hot wallet is used by somebody else: “chain show” says by how much, “chain release” lets pay-outs go on',
    ])
  })

  test('a hot wallet pays nothing while the node does not report whether someone else uses it', async () => {
    const getTransactionCount = () => Promise.reject(new Error('lost'))
    const silent = { ...chainClient(chain.settings.url), getTransactionCount }
    expect(await rail({ client: silent }).send(payment('p1'))).toMatchObject({ is: 'unknown' })
    expect(await findPayout(stand.database.query, 'p1')).toBeUndefined()
    expect(await rail().send(payment('p1'))).toMatchObject({ is: 'sent' })
  })
})

describe('a failed transaction in a block', () => {
  test.for([
    ['reverted', '0x60006000fd'],
    // MSTORE(0, 0) RETURN(0, 32): it returns false, and emits no transfer.
    ['said no', '0x600060005260206000f3'],
  ] as const)(
    'a transaction in a block that moved nothing because its token %s is not sent again, and its fee is booked',
    async ([, code]) => {
      await rail().send(payment('p1', usdc(7n)))
      const { USDC } = chain.settings.tokens
      const before = await chain.node('eth_getCode', USDC, 'latest')
      await chain.node('anvil_setCode', USDC, code)
      await chain.mine()
      await chain.node('anvil_setCode', USDC, before)
      await chain.mine(2)
      await watch()
      expect(await rail().getStatus('p1')).toMatchObject({ is: 'failed' })
      expect(await rail().send(payment('p1', usdc(7n)))).toMatchObject({ is: 'failed' })
      expect(await coinsAt(buyer, 'USDC')).toBe(0n)
      expect(await balanceOf(stand.database.query, 'network', 'ETH', 'posted')).toBeGreaterThan(0n)
      expect(warnings).toEqual(['a pay-out on the chain failed'])
      await expectAgreement()
    },
  )
})

describe('a reorganisation', () => {
  test('a reorganisation before a pay-out is final sends its bytes again', async () => {
    const sent = await rail().send(payment('p1'))
    await chain.mine()
    await watch()
    await chain.node('anvil_rollback', 1)
    await chain.node('anvil_dropAllTransactions')
    await chain.mine(2)
    await watch()
    await confirm()
    expect(await rail().getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
    await expectAgreement()
  })

  test('a reorganisation after a pay-out was final books it back, sends its bytes, and books it again', async () => {
    const sent = await rail().send(payment('p1'))
    await refill('USDT20', 9n)
    await confirm()
    expect(await rail().getStatus('p1')).toMatchObject({ is: 'confirmed' })
    await chain.node('anvil_rollback', 2)
    await chain.node('anvil_dropAllTransactions')
    await chain.mine(3)
    await watch()
    expect(warnings).toEqual([
      'the chain was reorganised below final blocks: “chain reconcile” compares the books with it',
    ])
    expect(await rail().getStatus('p1')).toEqual(sent)
    expect(await balanceOf(stand.database.query, 'network', 'ETH', 'posted')).toBe(0n)
    await expectAgreement()
    await confirm()
    expect(await rail().getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
    expect(await coinsAt(buyer)).toBe(ether)
    await expectAgreement()
  })
})

test('nothing is signed while the node is unavailable, and earlier signed pay-outs go through afterwards', async () => {
  const away = chainClient('http://127.0.0.1:1')
  const sent = await rail().send(payment('p1'))
  expect(await rail({ client: away }).send(payment('p2'))).toMatchObject({ is: 'unknown' })
  await watch({ client: away })
  expect(await rail().getStatus('p1')).toEqual(sent)
  await confirm()
  expect(await rail().send(payment('p2'))).toMatchObject({ is: 'sent' })
  await confirm()
  expect(await rail().getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
  await expectAgreement()
})

/** The operator sends something to the hot wallet. */
async function refill(currency: 'USDC' | 'USDT20', units: bigint): Promise<void> {
  const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const { tokens, keys } = chain.settings
  const args = [keys.hotWallet.address, units] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await chain.node('eth_sendTransaction', { from, to: tokens[currency], data })
}
