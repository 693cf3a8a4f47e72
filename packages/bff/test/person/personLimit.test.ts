import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Plan, TypedCard } from '../card/cardDouble.ts'
import { openRig, payer, rival, shop, type Reply, type Rig } from '../rig.ts'

/* A limit belongs to a person, however many addresses the person has, and nobody can use up another's. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const wallets = [
  '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
]
let serial = 0

type Purchase = {
  readonly email?: string
  readonly amount?: string
  readonly card?: TypedCard
  readonly wallet?: string | undefined
  readonly fixed?: boolean
  readonly plan?: Plan
  readonly as?: typeof shop
  readonly details?: Partial<typeof payer>
}

/** Buys for 100 EUR by card. What `purchase` leaves out differs from every other purchase. `reply` is the charge's. */
async function buy(purchase: Purchase): Promise<{ reply: Reply; path: string; session: string }> {
  serial += 1
  const { email = `person-${serial}@example.com`, amount = '100.00', fixed = false, as = shop } = purchase
  const { wallet = `0xabcd${serial.toString(16).padStart(36, '0')}` } = purchase
  const pair = { payin_currency: 'EUR', payin_group: 'card', payout_currency: 'ETH', payout_group: 'crypto' }
  const terms = { ...pair, payin_amount: amount }
  const body = { ...terms, ...(fixed && { dst_address: wallet }) }
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', body, { as })
  expect(opened.status).toBe(200)
  const entry = String(opened.at('request_id'))
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, email)
  if (purchase.details) await rig.widget('PUT', `${path}/payer`, { ...payer, ...purchase.details }, session)
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  const order = { quote_id: quote.at('quote_id'), ...(!fixed && { dst_address: wallet }) }
  expect((await rig.widget('POST', `${path}/order`, order, session)).status).toBe(200)
  return { reply: await charge({ path, session }, purchase), path, session }
}

async function charge(order: { path: string; session: string }, { plan, card }: Purchase): Promise<Reply> {
  const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
  const session_id = String(form.at('session_id'))
  rig.card.fill(session_id, plan ?? 'held', card)
  return rig.widget('POST', `${order.path}/charge`, { session_id, challenge: 'frame' }, order.session)
}

const statusOf = async (purchase: Purchase) => (await buy(purchase)).reply.at('order.status')
const cardOf = (fingerprint: string): TypedCard => ({ fingerprint, mask: '535353******0008' })

describe('the allowance of one person', () => {
  test('a person has one allowance under eight spellings of one mailbox', async () => {
    const names = ['jane.doe', 'janedoe', 'J.ane.Doe', 'janedoe+1', 'jane.doe+2', 'j.a.n.e.d.o.e', 'JANEDOE']
    expect(await statusOf({ email: 'jane.doe@googlemail.com' })).toBe('auth_success')
    for (const name of names) expect(await statusOf({ email: `${name}@gmail.com` })).toBe('pending')
  })

  test('a person has one allowance with one card, and a published test card belongs to nobody', async () => {
    expect(await statusOf({ card: cardOf('one') })).toBe('auth_success')
    expect(await statusOf({ card: cardOf('one') })).toBe('pending')
    expect(await statusOf({ card: cardOf('two') })).toBe('auth_success')
    expect(await statusOf({})).toBe('auth_success')
    expect(await statusOf({})).toBe('auth_success')
  })

  test('a person has one allowance with one wallet, however written, unless the partner fixed the wallet', async () => {
    const [wallet = '', shared = ''] = wallets
    expect(await statusOf({ wallet })).toBe('auth_success')
    expect(await statusOf({ wallet: wallet.toLowerCase() })).toBe('pending')
    expect(await statusOf({ wallet: shared, fixed: true })).toBe('auth_success')
    expect(await statusOf({ wallet: shared, fixed: true })).toBe('auth_success')
  })

  test('a person has one allowance over links in a row, at every partner', async () => {
    const [, , wallet] = wallets
    expect(await statusOf({ card: cardOf('chain'), amount: '60.00' })).toBe('auth_success')
    expect(await statusOf({ card: cardOf('chain'), wallet, amount: '60.00' })).toBe('auth_success')
    expect(await statusOf({ wallet, amount: '60.00', as: rival })).toBe('pending')
  })
})

describe('the marks that another person types', () => {
  test.each(['declined', 'challenged', 'turned_away'] as const)(
    'a mark that another person types uses up no allowance while no money is authorised: %s',
    async (plan) => {
      const owner = {
        card: cardOf(`burnt-${plan}`),
        wallet: `0x${plan.length.toString(16).padStart(40, 'a')}`,
      }
      const stranger = { ...owner, plan, email: `burner-${plan}@example.com` }
      await buy(stranger)
      expect(await statusOf({ email: stranger.email, amount: '50.00' })).toBe('auth_success')
      expect(await statusOf({ ...owner, amount: '150.00' })).toBe('auth_success')
    },
  )

  test('a name that was not verified uses up no allowance of another person', async () => {
    const details = { first_name: 'Nomen', last_name: 'Nescio', birth_date: '1980-01-02' }
    expect(await statusOf({ details, amount: '150.00' })).toBe('auth_success')
    expect(await statusOf({ details, amount: '150.00' })).toBe('auth_success')
  })
})

describe('an order that waits for what its person’s other clients paid', () => {
  const card = cardOf('verified')

  test('a waiting order tells the partner its own client’s limit alone, and goes on after a verification', async () => {
    expect(await statusOf({ card, amount: '150.00', as: rival })).toBe('auth_success')
    const { reply, ...order } = await buy({ card })
    expect(reply.body).toMatchObject({
      buyer: { limit_in_eur: '150.00' },
      order: { status: 'pending', substatus: 'identity_pending' },
    })
    const page = new URL(String(reply.at('order.verification_url'))).pathname
    await rig.send('POST', page, { body: 'decision=approve' })
    expect((await charge(order, { card })).at('order.status')).toBe('auth_success')
  })

  test('a waiting order goes on after the operator has approved it', async () => {
    const seen = cardOf('approved')
    expect(await statusOf({ card: seen, amount: '150.00', as: rival })).toBe('auth_success')
    const { reply, ...order } = await buy({ card: seen })
    expect(reply.at('order.status')).toBe('pending')
    const orderId = String(reply.at('order.client_order_id'))
    expect(await rig.runCommand('order', 'approve', orderId, '--reason', 'seen')).toMatchObject({ ok: true })
    await rig.work.tick()
    expect((await charge(order, { card: seen })).at('order.status')).toBe('auth_success')
  })

  test('two clients who were verified under one name and birth date share one allowance', async () => {
    const details = { first_name: 'Ánna', last_name: 'Kareniná', birth_date: '1988-08-08' }
    const buyVerified = async (amount: string, name: typeof details) => {
      const { reply, ...order } = await buy({ amount, details: name })
      const page = new URL(String(reply.at('order.verification_url'))).pathname
      await rig.send('POST', page, { body: 'decision=approve' })
      return (await charge(order, {})).at('order.status')
    }
    expect(await buyVerified('900.00', details)).toBe('auth_success')
    expect(await buyVerified('200.00', { ...details, first_name: 'ANNA' })).toBe('pending')
    expect(await buyVerified('200.00', { ...details, birth_date: '1988-08-09' })).toBe('auth_success')
  })
})

test('the marks that are kept of a person cannot be read', async () => {
  const [, , , wallet = ''] = wallets
  await buy({ email: 'readable.person@gmail.com', card: cardOf('readable'), wallet })
  const rows = await rig.query<{ mark: string }>(statement('select kind, mark from person_mark'))
  expect(rows.length).toBeGreaterThan(0)
  for (const { mark } of rows) expect(mark).toMatch(/^[\w-]{43}$/)
  const attempts = await rig.query<{ card_key: string }>(
    statement('select card_key from attempt where card_key is not null'),
  )
  for (const { card_key } of attempts) expect(card_key).toMatch(/^[\w-]{43}$/)
})
