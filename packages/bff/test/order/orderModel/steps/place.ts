import { expect } from 'vitest'
import { codeOf } from '../../../balance/balanceRig.ts'
import { freshWallet } from '../../../deposit/depositRig.ts'
import type { Reply } from '../../../rig.ts'
import { createBody, createPath } from '../../createOrder.ts'
import { balanceForms, depositForms, forms, isOpen, type Form, type ModelOrder } from '../ModelOrder.ts'
import {
  couponUses,
  COUPON_USES,
  modelBalance,
  tell,
  withdrawn,
  type Life,
  type OrderWorld,
} from '../OrderWorld.ts'
import { at, type Step } from './Step.ts'

const bitcoinAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const iban = 'DE75512108001245126199'
/** What is asked of an order by deposit, in ETH. */
export const ASKED = '0.05'
/** The most withdrawals of one client that wait for their codes at once. */
const MOST_WITHDRAWALS = 3

/** Has an order made, and once more with the same key; the same name with another key is refused. */
export const place: Step = async (world, life, { who, other }) => {
  const form = at(forms, who) ?? 'card'
  if (form === 'coupon' && couponUses(life) >= COUPON_USES) return undefined
  const id = `${life.name}-${life.orders.length + 1}`
  const wallet = leavesByChain(form) ? freshWallet() : null
  const expected = await statusFor(world, life, form)
  const create = (key: string) => created(world, life, { form, id, wallet, key })
  const reply = await create(id)
  expect([form, id, reply.status, reply.at('detail')]).toEqual([
    form,
    id,
    expected,
    expected === 200 ? undefined : expect.any(String),
  ])
  if (expected !== 200) return undefined
  const again = await create(id)
  expect([again.status, again.text]).toEqual([200, reply.text])
  if (other % 3 === 0) expect((await create(`${id}-other`)).status).toBe(409)
  const order = await modelled(world, { form, id, wallet, reply })
  life.orders.push(order)
  return order
}

/** What placing is answered: only what spends a balance can be refused. */
async function statusFor(world: OrderWorld, life: Life, form: Form): Promise<200 | 409 | 422> {
  if (!balanceForms.includes(form)) return 200
  const open = life.orders.filter(
    (order) => balanceForms.includes(order.form) && isOpen(order, world.nowMs()),
  )
  if (open.length >= MOST_WITHDRAWALS) return 409
  const asset = form === 'withdrawal' ? 'ETH' : 'EUR'
  return (await modelBalance(world, life, asset)) >= (withdrawn[asset] ?? 0n) ? 200 : 422
}

function leavesByChain(form: Form): boolean {
  return !['to_network', 'top_up', 'merchant', 'deposit_up', 'to_bank'].includes(form)
}

type Asked = {
  readonly form: Form
  readonly id: string
  readonly wallet: `0x${string}` | null
  readonly key: string
}

function created({ rig }: OrderWorld, life: Life, { form, id, wallet, key }: Asked): Promise<Reply> {
  const to = { dst_address: wallet ?? undefined }
  const body = { ...createBody(id), payin_amount: '50.00', ...to, ...bodyOf(form, life) }
  return rig.partner('POST', createPath, body, { headers: { 'Idempotency-Key': key } })
}

function bodyOf(form: Form, { email, coupon }: Life): object {
  const own = { client_email: email }
  const coins = { ...own, payin_currency: 'ETH', payin_amount: ASKED, payin_group: 'crypto' }
  const spent = { ...own, payin_group: 'balance' }
  const bodies: Readonly<Record<Form, object>> = {
    card: {},
    card_big: { payin_amount: '200.00' },
    coupon: { ...own, coupon },
    to_network: { payout_currency: 'BTC', dst_address: bitcoinAddress },
    floating: { is_floating_rate: 1 },
    sepa: { payin_group: 'sepa' },
    top_up: { ...own, payout_group: 'balance' },
    merchant: { ...own, purchase_currency: 'USD', purchase_amount: '20.00' },
    deposit: { ...coins, payout_currency: 'USDC' },
    deposit_up: { ...coins, payout_currency: 'EUR', payout_group: 'balance' },
    withdrawal: { ...spent, payin_currency: 'ETH', payin_amount: '0.1', payout_group: 'crypto' },
    to_bank: {
      ...spent,
      payin_amount: '30.00',
      payout_currency: 'EUR',
      payout_group: 'sepa',
      dst_address: iban,
    },
  }
  return bodies[form]
}

async function modelled(
  world: OrderWorld,
  { form, id, wallet, reply }: Omit<Asked, 'key'> & { reply: Reply },
): Promise<ModelOrder> {
  const uuid = balanceForms.includes(form) ? String(reply.at('uuid')) : null
  const sinceMs = world.nowMs()
  // A receiver that wants nothing more is told no code.
  const code = uuid === null ? null : await codeOf(world.rig, uuid).catch(() => null)
  // It goes out with everything else that is due.
  if (uuid !== null) world.worked += 1
  const page = uuid === null ? new URL(String(reply.at('redirect'))) : null
  return {
    form,
    id,
    orderId: String((await tell(world, { id })).at('client_order_id')),
    sinceMs,
    state: 'waiting',
    ending: null,
    failures: 0,
    uuid,
    code,
    pageKey: page?.searchParams.get('k') ?? '',
    entry: null,
    wallet,
    deposits: depositForms.includes(form)
      ? { address: addressIn(reply), coin: 'ETH', arrivals: [], refundWallet: null }
      : null,
    transfers: form === 'sepa' ? [] : null,
    bank: 'nothing',
    dispute: 'none',
    isStopped: false,
    isRefunded: false,
    isApproved: false,
  }
}

function addressIn(reply: Reply): `0x${string}` {
  const found = /^0x([0-9a-fA-F]{40})$/.exec(String(reply.at('crypto_address')))
  return `0x${found?.[1] ?? ''}`
}
