import { expect } from 'vitest'
import { statement, type Line } from '../../bank/statement.ts'
import { paymentsIn } from './ModelBank.ts'
import { sentBack } from './ModelTransfer.ts'
import type { OrderWorld } from './OrderWorld.ts'

/**
 * The bank is given what is due, and says what has left: all of it, or some. What its receivers' banks would not have
 * comes back.
 * @param number chooses; 0 says all and brings nothing back
 */
export async function bankDay(world: OrderWorld, number: number): Promise<void> {
  const { bank, sepa } = world
  for (const [id, cents] of paymentsIn(await sepa.exportPayments())) {
    expect([id, bank.payments.has(id)]).toEqual([id, false])
    bank.payments.set(id, { cents, hasLeft: false })
  }
  const waiting = [...bank.payments].filter(([, { hasLeft }]) => !hasLeft)
  const leaving = waiting.filter((_, index) => number % 3 !== 1 || index % 2 === 0)
  if (leaving.length === 0) return
  const back = number % 4 === 3 ? leaving[0]?.[0] : undefined
  const lines = leaving.flatMap(([id, { cents }]): Line[] => {
    const line = { amount: amountOf(cents), endToEndId: id }
    const left: Line = { ...line, reference: `B-${id}`, side: 'DBIT' }
    return id === back ? [left, { ...line, reference: `R-${id}`, isReturn: true }] : [left]
  })
  const text = statement(lines)
  const found = { entries: lines.length, seen_before: 0, matched: leaving.length }
  expect(await sepa.importStatement(text)).toMatchObject(found)
  expect(await sepa.importStatement(text)).toMatchObject({ seen_before: lines.length, matched: 0 })
  for (const [id, payment] of leaving) {
    payment.hasLeft = true
    if (id !== back) bank.cents -= payment.cents
    noteInOrder(world, id, id === back)
  }
}

function noteInOrder({ lives }: OrderWorld, id: string, isBack: boolean): void {
  const [, orderId, what, count] = /^(.+?)-(payout|refund-(\d+).*)$/.exec(id) ?? []
  const order = lives.flatMap(({ orders }) => orders).find((other) => other.orderId === orderId)
  if (!order) return
  if (what === 'payout') order.bank = isBack ? 'back' : 'left'
  const transfer = order.transfers?.[Number(count) - 1]
  if (transfer) sentBack(order, transfer, isBack)
}

function amountOf(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
