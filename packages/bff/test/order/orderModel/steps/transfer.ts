import { expect } from 'vitest'
import { statement } from '../../../bank/statement.ts'
import { transferred } from '../ModelTransfer.ts'
import { among, at, type Step } from './Step.ts'

const amounts = ['50.00', '30.00', '50.00', '5.00'] as const

/** The bank says that money came for an order, or for nobody, and says so once more. */
export const transfer: Step = async (world, life, { who, other }) => {
  const order = among(life, who, ['sepa'])
  if (!order?.transfers || order.isRefunded) return order
  const amount = at(amounts, other) ?? '50.00'
  const isForNobody = other % 7 === 6
  const reference = `${order.id}-entry-${(world.bank.lines += 1)}`
  const lines = isForNobody ? ['Thanks'] : [`Order ${order.orderId}`]
  const text = statement([{ reference, amount, lines }])
  const found = isForNobody ? { matched: 0, owed: 1 } : { matched: 1, owed: 0 }
  expect(await world.sepa.importStatement(text)).toEqual({ entries: 1, seen_before: 0, unread: [], ...found })
  expect(await world.sepa.importStatement(text)).toEqual({
    entries: 1,
    seen_before: 1,
    matched: 0,
    owed: 0,
    unread: [],
  })
  const cents = BigInt(amount.replace('.', ''))
  world.bank.cents += cents
  if (!isForNobody) transferred(order, { cents, works: world.worked }, world.nowMs())
  return order
}
