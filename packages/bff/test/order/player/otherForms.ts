import { expect } from 'vitest'
import { codeOf, confirm, creditBalance, registerBalanceClient, withdraw } from '../../balance/balanceRig.ts'
import { freshWallet } from '../../deposit/depositRig.ts'
import { statusAndCode } from '../../http/statusAndCode.ts'
import { createBody, createPath } from '../createOrder.ts'
import { dataOf, doneDeal, shownDeal } from './deals.ts'
import type { Form, Guarantee, Table } from './Guarantee.ts'

const MINUTE_MS = 60_000
/** How long the price of a deposit holds at most, from its order to its block. */
const DEPOSIT_MS = 20 * MINUTE_MS
const ETH_UNITS = 10n ** 18n

/** What is paid by bank transfer: nothing is promised of its price. */
export const transfer: Form = async (table) => {
  const { rig, market, name } = table
  const body = {
    ...createBody(name),
    payin_group: 'sepa',
    dst_address: freshWallet(),
    client_email: `${name}@example.com`,
  }
  const created = await rig.partner('POST', createPath, body)
  const orderId = String(created.at('client_order_id'))
  return {
    shown: () => shownDeal(table, name),
    async take() {
      const promisedSinceMs = market.nowMs()
      await rig.send('POST', `/sandbox/bank?order=${orderId}`)
      await rig.live(3)
      const deal = await doneDeal(table, name)
      return deal ? { deal, promisedSinceMs } : 'ended'
    },
  }
}

/** Coins that are paid by the price of their order, as long as that holds, and by the worse one after that. */
export const deposit: Form = async (table) => paidInCoins(table, '0.05')

/** Less than was asked, for which the order's price was never promised. */
export const tooLittle: Form = async (table) => paidInCoins(table, '0.04')

async function paidInCoins(table: Table, amount: string): Promise<Guarantee> {
  const { rig, market, name } = table
  const body = {
    ...createBody(name),
    payin_currency: 'ETH',
    payin_group: 'crypto',
    payin_amount: '0.05',
    payout_currency: 'USDC',
    dst_address: freshWallet(),
    client_email: `${name}@example.com`,
  }
  const created = await rig.partner('POST', createPath, body)
  const placedAtMs = market.nowMs()
  return {
    shown: () => shownDeal(table, name),
    async take() {
      if ((await dataOf(table, name)).at('status') !== 'processing') return 'ended'
      await rig.pay(String(created.at('crypto_address')), amount)
      await rig.live(4)
      const nowMs = market.nowMs()
      const isPromised = amount === '0.05' && nowMs - placedAtMs <= DEPOSIT_MS
      const deal = await doneDeal(table, name)
      return deal ? { deal, promisedSinceMs: isPromised ? placedAtMs : nowMs } : 'ended'
    },
  }
}

/** Withdrawals into another coin, as many as may wait; the best of them is confirmed, and the others lapse for nothing. */
export const withdrawals: Form = async (table) => {
  const { market, name } = table
  const rig = table.rig.exchangeRig
  const client = await registerBalanceClient(rig, name)
  await creditBalance(rig, client.id, ETH_UNITS)
  const open: { id: string; uuid: unknown; code: string }[] = []
  const place = async () => {
    const id = `${name}-${open.length + 1}`
    const terms = { payin_amount: '0.02', payout_currency: 'USDC', dst_address: freshWallet() }
    const created = await withdraw(rig, id, client.email, terms)
    if (created.status === 200)
      open.push({ id, uuid: created.at('uuid'), code: await codeOf(rig, created.at('uuid')) })
    else expect(statusAndCode(created)).toEqual([409, 'withdrawals_open'])
  }
  const best = async () => {
    const deals = await Promise.all(
      open.map(async (each) => ({ ...each, deal: await shownDeal(table, each.id) })),
    )
    return deals.toSorted((one, other) => market.worth(other.deal) - market.worth(one.deal))[0]
  }
  await place()
  return {
    async shown() {
      // One more at each look, for as long as any more may wait.
      await place()
      const chosen = await best()
      if (!chosen) throw new Error('No withdrawal waits')
      return chosen.deal
    },
    async take() {
      const chosen = await best()
      if (!chosen) return 'ended'
      const promisedSinceMs = market.nowMs()
      const first = await confirm(rig, chosen.uuid, chosen.code)
      const isShownAnew = first.at('code') === 'quote_expired'
      const confirmed = isShownAnew ? await confirm(rig, chosen.uuid, chosen.code) : first
      if (confirmed.status !== 200) return 'ended'
      return { deal: await shownDeal(table, chosen.id), promisedSinceMs }
    },
  }
}
