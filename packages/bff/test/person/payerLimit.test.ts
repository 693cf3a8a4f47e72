import { beforeEach, describe, expect, test } from 'vitest'
import { useSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { statement, type Line } from '../bank/statement.ts'
import { registerClient } from '../client/registerClient.ts'
import { freshWallet, useDepositRig, type DepositRig } from '../deposit/depositRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Rig } from '../rig.ts'

/*
 * Orders that name no client count together where their money came from one account or address, whoever the partner is,
 * with orders that name a client, too. In a sandbox they may be for 15,000 EUR in 30 days.
 */

const DAY_MS = 24 * 60 * 60 * 1_000
const one = 'NL91ABNA0417164300'
const another = 'DE75512108001245126199'

type Paid = {
  readonly id: string
  readonly amount: string
  readonly iban?: string | null
  readonly as?: typeof shop
  readonly email?: string
}

/** What tests of transfers do on a rig. */
function transfersOn(bank: SepaRig) {
  const { rig } = bank

  /** Places an order by bank transfer. Answers the line that pays it. */
  async function placed({ id, amount, iban = one, as = shop, email }: Paid): Promise<Line> {
    const body = {
      ...createBody(id),
      payin_group: 'sepa',
      payin_amount: '20.00',
      dst_address: freshWallet(),
      ...(email && { client_email: email }),
    }
    const created = await rig.partner('POST', createPath, body, { as })
    return { reference: `A-${as.apiKey}-${id}`, amount, lines: [String(created.at('client_order_id'))], iban }
  }

  /** Has one statement bring the money of orders. */
  async function paid(...orders: readonly Paid[]): Promise<void> {
    const lines = []
    for (const order of orders) lines.push(await placed(order))
    expect(await bank.importStatement(statement(lines))).toMatchObject({ matched: lines.length })
    await rig.settle()
  }

  const order = (id: string, as = shop) =>
    rig.partner('GET', `/api/v2/partner/order/${id}`, undefined, { as })
  const statusOf = async (id: string, as = shop) => (await order(id, as)).at('status')
  return { placed, paid, order, statusOf }
}

describe('orders without a client that are paid from one account', () => {
  let bank: SepaRig
  let rig: Rig
  let on: ReturnType<typeof transfersOn>
  useSepaRig((opened) => {
    bank = opened
    rig = opened.rig
    on = transfersOn(bank)
  })

  test('orders paid from one account are limited in sum: the second of 9,000 EUR waits for a client', async () => {
    await on.paid({ id: 'p-1', amount: '9000.00' })
    await on.paid({ id: 'p-2', amount: '9000.00' })
    expect(await on.statusOf('p-1')).toBe('finished')
    expect((await on.order('p-2')).body).toMatchObject({
      status: 'pending',
      substatus: 'email_pending',
      money: { state: 'taken', amount: '9000.00' },
    })
    await on.paid({ id: 'p-3', amount: '6000.00' })
    expect(await on.statusOf('p-3')).toBe('finished')
    await on.paid({ id: 'p-4', amount: '20.00' })
    expect(await on.statusOf('p-4')).toBe('pending')
  })

  test('orders paid from one account share one limit when their money arrives at once', async () => {
    const orders = [1, 2, 3, 4, 5].map((number) => ({ id: `p-${number}`, amount: '5000.00' }))
    await on.paid(...orders)
    const statuses = await Promise.all(orders.map(({ id }) => on.statusOf(id)))
    expect(statuses.filter((status) => status === 'finished')).toHaveLength(3)
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(2)
  })

  test('orders paid from one account share one limit over all partners, however the account is written', async () => {
    await on.paid({ id: 'p-1', amount: '9000.00', iban: one.toLowerCase() })
    await on.paid({ id: 'p-1', amount: '9000.00', as: rival })
    expect(await on.statusOf('p-1')).toBe('finished')
    expect(await on.statusOf('p-1', rival)).toBe('pending')
  })

  test('orders paid from one account count with orders of clients that were paid from there', async () => {
    const { email } = await registerClient(rig, { email_verified: 1 })
    await on.paid({ id: 'p-1', amount: '9000.00', email })
    await on.paid({ id: 'p-2', amount: '9000.00' })
    expect([await on.statusOf('p-1'), await on.statusOf('p-2')]).toEqual(['finished', 'pending'])
  })

  test('orders paid from one account do not count for another account, or for money from an unnamed account', async () => {
    await on.paid({ id: 'p-1', amount: '9000.00' })
    await on.paid(
      { id: 'p-2', amount: '9000.00', iban: another },
      { id: 'p-3', amount: '9000.00', iban: null },
    )
    expect([await on.statusOf('p-2'), await on.statusOf('p-3')]).toEqual(['finished', 'finished'])
  })

  test('orders paid from one account count for 30 days, and not when their money went back', async () => {
    await on.paid({ id: 'p-1', amount: '9000.00' })
    await on.paid({ id: 'p-2', amount: '9000.00' })
    rig.pass(31 * DAY_MS)
    await rig.settle()
    // The one that waited goes back, and the first is too old.
    await on.paid({ id: 'p-3', amount: '9900.00' })
    expect(await on.statusOf('p-3')).toBe('finished')
  })

  test('orders paid from one account tell nobody what others paid in, and are not approved over their limit', async () => {
    await on.paid({ id: 'p-1', amount: '9000.00', as: rival })
    await on.paid({ id: 'p-2', amount: '9000.00' })
    const sent: unknown = JSON.parse(rig.deliveries.at(-1)?.body ?? '{}')
    expect(sent).toMatchObject({
      client_order: { status: 'pending', limits: { client_limit_in_EUR: 15_000 } },
    })
    const orderId = String((await on.order('p-2')).at('client_order_id'))
    const approve = () => rig.runCommand('order', 'approve', orderId, '--reason', 'seen')
    expect(await approve()).toMatchObject({
      ok: false,
      output: expect.stringContaining('from the same payer'),
    })
    const raised = ['bank_statement', 'address', 'identity', 'basic', 'email_phone'].flatMap((level) => [
      '--and',
      `caps.sepa.${level}EurCents=1800000`,
    ])
    const cap = ['tariff', 'set', 'caps.sepa.unverifiedEurCents', '1800000', ...raised]
    expect(await rig.runCommand(...cap)).toMatchObject({ ok: true })
    await rig.catalogue.refresh()
    expect(await approve()).toMatchObject({ ok: true })
    await rig.settle()
    expect(await on.statusOf('p-2')).toBe('finished')
  })

  test('orders paid from one account go on by the limit of the client who confirms an address', async () => {
    await on.paid({ id: 'p-1', amount: '9000.00' })
    const line = await on.placed({ id: 'p-2', amount: '9000.00' })
    expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
    await rig.settle()
    const asked = await rig.partner('GET', '/api/v2/partner/order/verification_url?partner_order_id=p-2')
    const page = new URL(String(asked.at('verification_url')))
    await rig.buyerAt(`${line.lines?.[0]}~${page.searchParams.get('k')}`, 'ada@example.com')
    await rig.settle()
    expect(await on.statusOf('p-2')).toBe('finished')
  })
})

describe('orders for real money without a client', () => {
  let on: ReturnType<typeof transfersOn>
  let rig: Rig
  useSepaRig(
    (opened) => {
      rig = opened.rig
      on = transfersOn(opened)
    },
    () => openRig({ mode: 'live' }),
  )
  beforeEach(async () => {
    const levels = ['email_phone', 'basic', 'identity', 'address', 'bank_statement']
    const others = levels.flatMap((level) => ['--and', `caps.sepa.${level}EurCents=1500000`])
    const reason = ['--reason', 'agreed']
    const cap = ['tariff', 'set', 'caps.sepa.unverifiedEurCents', '100000', ...others, ...reason]
    expect(await rig.runCommand(...cap)).toMatchObject({ ok: true })
    const mark = ['partner', 'update', 'SHOP', '--identifies-clients', 'yes', ...reason]
    expect(await rig.runCommand(...mark)).toMatchObject({ ok: true })
    await rig.catalogue.refresh()
  })

  test('an unknown payer of real money may pay in, in sum, what the operator lets the partner take', async () => {
    await on.paid({ id: 'p-1', amount: '900.00' })
    await on.paid({ id: 'p-2', amount: '900.00' }, { id: 'p-3', amount: '900.00', iban: another })
    const statuses = await Promise.all(['p-1', 'p-2', 'p-3'].map((id) => on.statusOf(id)))
    expect(statuses).toEqual(['finished', 'pending', 'finished'])
  })
})

describe('orders without a client that are paid from one address', () => {
  let rig: DepositRig
  useDepositRig((opened) => void (rig = opened))

  /** Sends ETH from a wallet that somebody has alone. */
  async function payFrom(from: string, to: string, eth: number): Promise<void> {
    const value = `0x${(BigInt(eth * 10) * 10n ** 17n).toString(16)}`
    await rig.chain.node('anvil_setBalance', from, `0x${(10n ** 20n).toString(16)}`)
    await rig.chain.node('anvil_impersonateAccount', from)
    await rig.chain.node('eth_sendTransaction', { from, to, value })
  }

  async function placed(payin_amount: string) {
    return rig.placeOrder({ payin_amount, dst_address: freshWallet() })
  }
  const statusesOf = (orders: readonly { id: string }[]) =>
    Promise.all(orders.map(async ({ id }) => (await rig.order(id)).status))

  test('orders paid from one address are limited in sum, at once or not, apart from those from another address', async () => {
    const [wallet, other] = [freshWallet(), freshWallet()]
    const first = await placed('3')
    await payFrom(wallet, first.address, 3)
    await rig.settle()
    const later = [await placed('1.5'), await placed('1.5')]
    const apart = await placed('1.5')
    for (const { address } of later) await payFrom(wallet, address, 1.5)
    await payFrom(other, apart.address, 1.5)
    await rig.settle()
    expect(await statusesOf([first, apart])).toEqual(['finished', 'finished'])
    expect((await statusesOf(later)).toSorted()).toEqual(['finished', 'pending'])
  })

  test('orders paid from the sandbox’s own address, whose key is published, share no limit', async () => {
    const orders = [await placed('3'), await placed('3')]
    for (const { address } of orders) await rig.pay(address, '3')
    await rig.settle()
    expect(await statusesOf(orders)).toEqual(['finished', 'finished'])
  })
})
