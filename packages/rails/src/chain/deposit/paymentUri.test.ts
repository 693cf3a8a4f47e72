import { expect, test } from 'vitest'
import { paymentUri } from './paymentUri.ts'

const tokens = {
  USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  USDT20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
} as const
const to = '0x52908400098527886E0F7030069857D2E4169EE7'

test('a payment in ether names its chain and the amount in wei', () => {
  const amount = { units: 2_014_000_000_000_000_000n, currency: 'ETH' }
  expect(paymentUri({ chainId: 1, tokens }, { to, amount })).toBe(
    `ethereum:${to}@1?value=2014000000000000000`,
  )
})

test('a payment in a token calls its contract’s transfer', () => {
  const amount = { units: 1_500_000n, currency: 'USDC' }
  expect(paymentUri({ chainId: 137, tokens }, { to, amount })).toBe(
    `ethereum:${tokens.USDC}@137/transfer?address=${to}&uint256=1500000`,
  )
})
