import type { CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { TestChain } from '../../../testing/chain/chainRig.ts'
import { ether, payment, usePayouts } from '../../../testing/chain/payoutRig.ts'
import { findPayout } from './ChainPayout.ts'

/* Recipients of coins: one that accepts them is paid, one that does not is refused before anything is signed. */

let chain: TestChain
let stand: CleanDatabase
const { rail, confirm, coinsAt } = usePayouts((opened) => void ({ chain, stand } = opened))

test.for(['hot wallet', 'token'])('the %s itself receives no payment', async (place) => {
  const { keys, tokens } = chain.settings
  const address = place === 'token' ? tokens.USDC : keys.hotWallet.address
  expect(await rail().send(payment('p1', { address: address.toLowerCase() }))).toMatchObject({
    is: 'refused',
  })
})

test.for([
  // PUSH1 0 PUSH1 0 REVERT
  ['says no', '0x60006000fd'],
  ['ends by INVALID, as old compilers did', '0xfe'],
  ['jumps to where nothing is', '0x600456'],
  ['takes from an empty stack', '0x01'],
  // JUMPDEST PUSH1 0 JUMP
  ['never ends', '0x5b600056'],
  // PUSH3 16384 JUMPDEST PUSH1 1 SWAP1 SUB DUP1 PUSH1 4 JUMPI STOP: it counts down.
  ['has the network work for long at the expense of the exchange', '0x620040005b600190038060045700'],
] as const)('a place that %s is refused before anything is signed', async ([, code]) => {
  const closed = '0x00000000000000000000000000000000000C105e'
  await chain.node('anvil_setCode', closed, code)
  expect(await rail().send(payment('p1', { address: closed }))).toMatchObject({ is: 'refused' })
  expect(await findPayout(stand.database.query, 'p1')).toBeUndefined()
})

test('a contract wallet that runs some code of its own is paid', async () => {
  const place: Address = '0x00000000000000000000000000000000000c105e'
  // Code that counts down from 1024.
  await chain.node('anvil_setCode', place, '0x620004005b600190038060045700')
  await rail().send(payment('p1', { address: place }))
  await confirm()
  expect(await rail().getStatus('p1')).toMatchObject({ is: 'confirmed' })
  expect(await coinsAt(place)).toBe(ether)
})
