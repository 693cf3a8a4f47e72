import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freshWallet } from '../deposit/depositRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import type { Rig } from '../rig.ts'
import { useSepaRig, type SepaRig } from './sepaRig.ts'
import { statement } from './statement.ts'

/*
 * An order may ask for much and be paid next to nothing by bank transfer. What counts for a person and for a coupon is what
 * was priced, never what was asked.
 */

let bank: SepaRig
let rig: Rig
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

/** Places an order of 9,600 EUR for a client and has a statement bring another amount for it. Answers its order data. */
async function paid(id: string, amount: string, more: object) {
  const terms = { payin_amount: '9600.00', payin_group: 'sepa', dst_address: freshWallet(), ...more }
  const created = await rig.partner('POST', createPath, { ...createBody(id), ...terms })
  expect([created.status, created.at('detail')]).toEqual([200, undefined])
  const lines = [String(created.at('client_order_id'))]
  await bank.importStatement(statement([{ reference: `L-${id}`, amount, lines }]))
  await rig.settle()
  return rig.partner('GET', `/api/v2/partner/order/${id}`)
}

test('a cent for an order of 9,600 EUR uses up nothing of the limit of its person', async () => {
  for (const spelling of ['janedoe-1', 'janedoe-2'])
    expect(
      (await paid(spelling, '0.01', { client_email: `${spelling.replace('-', '+')}@gmail.com` })).at(
        'status',
      ),
    ).not.toBe('finished')
  expect((await paid('whole', '9900.00', { client_email: 'janedoe@gmail.com' })).at('status')).toBe(
    'finished',
  )
})

test('a wrong amount counts as received: the rest of the limit is free, and no cent more', async () => {
  expect((await paid('little', '100.00', { client_email: 'jane.doe@gmail.com' })).at('status')).toBe(
    'finished',
  )
  expect((await paid('most', '9900.00', { client_email: 'j.anedoe@gmail.com' })).at('status')).toBe(
    'finished',
  )
  expect((await paid('rest', '5000.00', { client_email: 'ja.nedoe@gmail.com' })).at('status')).toBe(
    'finished',
  )
  expect((await paid('more', '20.00', { client_email: 'jan.edoe@gmail.com' })).at('status')).toBe('pending')
})

const Coupons = z.object({ coupons: z.array(z.object({ code: z.string(), uses: z.number() })) })

test('a cent takes no coupon, and an amount that is priced takes one', async () => {
  const whole = ['--partner', 'SHOP', '--off', '50', '--until', '2099-01-01T00:00:00Z', '--uses', '1']
  expect(await rig.runCommand('coupon', 'create', 'CENT', ...whole)).toMatchObject({ ok: true })
  const uses = async () => {
    const { output } = await rig.runCommand('coupon', 'list', '--json')
    return Coupons.parse(JSON.parse(output)).coupons.find(({ code }) => code === 'CENT')?.uses
  }
  await paid('cent', '0.01', { coupon: 'CENT', client_email: 'one@example.com' })
  expect(await uses()).toBe(0)
  expect(
    (await paid('whole', '100.00', { coupon: 'CENT', client_email: 'two@example.com' })).at('status'),
  ).toBe('finished')
  expect(await uses()).toBe(1)
})
