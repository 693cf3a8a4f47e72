import { expect } from 'vitest'
import { codeOf } from '../../balanceRig.ts'
import { createBody, createPath } from '../../createOrder.ts'
import { freshWallet } from '../../depositRig.ts'
import type { Reply } from '../../rig.ts'
import { depositForms, forms, type Form, type ModelOrder } from '../ModelOrder.ts'
import { modelBalance, tell, WITHDRAWN, type Life, type OrderWorld } from '../OrderWorld.ts'
import { at, type Step } from './Step.ts'

const bitcoinAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
/** What is asked of an order by deposit, in ETH. */
export const ASKED = '0.05'

/** Has an order made, and once more with the same key; the same name with another key is refused. */
export const place: Step = async (world, life, { who, other }) => {
  const form = at(forms, who) ?? 'card'
  const id = `${life.name}-${life.orders.length + 1}`
  const wallet = leavesByChain(form) ? freshWallet() : null
  const mayPlace = form !== 'withdrawal' || (await modelBalance(world, life)) >= WITHDRAWN
  const create = (key: string) => created(world, life, { form, id, wallet, key })
  const reply = await create(id)
  expect([form, id, reply.status, reply.at('detail')]).toEqual([
    form,
    id,
    mayPlace ? 200 : 422,
    mayPlace ? undefined : expect.any(String),
  ])
  if (!mayPlace) return undefined
  const again = await create(id)
  expect([again.status, again.text]).toEqual([200, reply.text])
  if (other % 3 === 0) expect((await create(`${id}-other`)).status).toBe(409)
  const order = await modelled(world, { form, id, wallet, reply })
  life.orders.push(order)
  return order
}

function leavesByChain(form: Form): boolean {
  return !['to_network', 'top_up', 'merchant', 'deposit_up'].includes(form)
}

type Asked = {
  readonly form: Form
  readonly id: string
  readonly wallet: `0x${string}` | null
  readonly key: string
}

function created({ rig }: OrderWorld, { email }: Life, { form, id, wallet, key }: Asked): Promise<Reply> {
  const own = { client_email: email }
  const coins = { ...own, payin_currency: 'ETH', payin_amount: ASKED, payin_group: 'crypto' }
  const bodies: Readonly<Record<Form, object>> = {
    card: {},
    to_network: { payout_currency: 'BTC', dst_address: bitcoinAddress },
    floating: { is_floating_rate: 1 },
    sepa: { payin_group: 'sepa' },
    top_up: { ...own, payout_group: 'balance' },
    merchant: { ...own, purchase_currency: 'USD', purchase_amount: '20.00' },
    deposit: { ...coins, payout_currency: 'USDC' },
    deposit_up: { ...coins, payout_currency: 'EUR', payout_group: 'balance' },
    withdrawal: {
      ...own,
      payin_currency: 'ETH',
      payin_amount: '0.1',
      payin_group: 'balance',
      payout_group: 'crypto',
    },
  }
  const to = { dst_address: wallet ?? undefined }
  const body = { ...createBody(id), payin_amount: '50.00', ...to, ...bodies[form] }
  return rig.partner('POST', createPath, body, { headers: { 'Idempotency-Key': key } })
}

async function modelled(
  world: OrderWorld,
  { form, id, wallet, reply }: Omit<Asked, 'key'> & { reply: Reply },
): Promise<ModelOrder> {
  const uuid = form === 'withdrawal' ? String(reply.at('uuid')) : null
  const createdMs = world.nowMs()
  const code = uuid === null ? null : await codeOf(world.rig, uuid)
  const page = uuid === null ? new URL(String(reply.at('redirect'))) : null
  return {
    form,
    id,
    orderId: String((await tell(world, { id })).at('client_order_id')),
    createdMs,
    state: 'waiting',
    ending: null,
    failures: 0,
    uuid,
    code,
    pageKey: page?.searchParams.get('k') ?? '',
    entry: null,
    wallet,
    statement: null,
    deposits: depositForms.includes(form)
      ? { address: addressIn(reply), coin: 'ETH', arrivals: [], refundWallet: null }
      : null,
  }
}

function addressIn(reply: Reply): `0x${string}` {
  const found = /^0x([0-9a-fA-F]{40})$/.exec(String(reply.at('crypto_address')))
  return `0x${found?.[1] ?? ''}`
}
