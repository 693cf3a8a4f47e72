import { expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import type { Rig } from '../rig.ts'

/* What comes for several orders of one client at once shares one limit, however little the orders were placed for. */

let bank: SepaRig
let rig: Rig
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

/** Places orders of 20 EUR for one client, and has one statement bring an amount for each. Answers their statuses. */
async function statusesOf(amounts: readonly string[]): Promise<string[]> {
  const lines = []
  for (const [index, amount] of amounts.entries()) {
    const terms = { payin_amount: '20.00', payin_group: 'sepa', client_email: 'ada@example.com' }
    const created = await rig.partner('POST', createPath, { ...createBody(`p-${index}`), ...terms })
    lines.push({ reference: `A${index}`, amount, lines: [String(created.at('client_order_id'))] })
  }
  expect(await bank.importStatement(statement(lines))).toMatchObject({ matched: amounts.length })
  await rig.settle()
  const orders = amounts.map((_, index) => rig.partner('GET', `/api/v2/partner/order/p-${index}`))
  return (await Promise.all(orders)).map((order) => String(order.at('status')))
}

test.each([
  { count: 2, amount: '9900.00', finished: 1 },
  { count: 3, amount: '9900.00', finished: 1 },
  { count: 4, amount: '5000.00', finished: 3 },
])(
  'only $finished of $count transfers of $amount EUR for one client fit into its limit of 15,000',
  async ({ count, amount, finished }) => {
    const statuses = await statusesOf(Array.from({ length: count }, () => amount))
    expect(statuses.filter((status) => status === 'finished')).toHaveLength(finished)
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(count - finished)
  },
)
