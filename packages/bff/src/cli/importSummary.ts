import type { Imported } from '@cambio/exchange/statement/importStatement.ts'
import type { BankPayment, KeptLine } from '@cambio/exchange/statement/StatementStore.ts'
import * as Money from '@cambio/wire/Money.ts'
import { paymentWords } from './paymentWords.ts'

/** What the import of a statement says to whoever brought it: what became of its lines, and which of them need a person. */
export function importSummary(imported: Imported): string {
  const { entries, matched, owed, seenBefore, differing, reversals, unfit } = imported
  const other = entries - matched - owed - seenBefore - differing.length - unfit.length
  const unclear = reversals.flatMap(({ reference, orderId }) => (orderId === null ? [reference] : []))
  return [
    `${entries === 1 ? '1 line' : `${entries} lines`}: ${matched} are orders’, ${owed} are owed to their senders, ${seenBefore} were seen before.`,
    ...(other > 0 ? [`${other} left the account without an order: the books say by hand.`] : []),
    ...reversals.flatMap(({ orderId }) =>
      orderId === null
        ? []
        : [
            `Your bank took back what had paid ${orderId}: it waits for you, “order show” tells whether it was paid out.`,
          ],
    ),
    ...(unclear.length > 0
      ? [`Your bank took back money of which nobody can say whose it was: ${unclear.join(', ')}.`]
      : []),
    ...(owed > 0 ? ['“owed list” shows what is owed.'] : []),
    ...(unfit.length > 0
      ? [
          'Left under the name of a payment of yours that it does not fit; the books say by hand. Ask your bank, and say',
          'by “owed settle” that it is cleared up:',
        ]
      : []),
    ...unfit.map(
      ({ line, payment }) => `  ${line.reference}: ${described(line)}; it is ${paymentStanding(payment)}.`,
    ),
    ...(differing.length > 0
      ? [
          'Not booked, since another line was imported under the same reference. Ask your bank which is right:',
        ]
      : []),
    ...differing.map(
      ({ line, before }) => `  ${line.reference}: here ${described(line)}; before ${described(before)}.`,
    ),
  ].join('\n')
}

function described({ side, amount, bookedOn, endToEndId, remittance, party }: KeptLine): string {
  return [
    `${side} ${shown(amount)}`,
    ...(bookedOn === null ? [] : [`on ${bookedOn}`]),
    ...(party.iban === null ? [] : [`${side === 'credit' ? 'from' : 'to'} ${party.iban}`]),
    ...(endToEndId === null ? [] : [`called ${endToEndId}`]),
    ...(remittance === '' ? [] : [`“${remittance.replaceAll(/\s+/g, ' ')}”`]),
  ].join(', ')
}

function paymentStanding(payment: BankPayment): string {
  const { amount, hasLeft, hasReturned } = payment
  const stands = hasReturned ? 'had come back before' : hasLeft ? 'had left before' : 'has not left yet'
  return `${paymentWords(payment)}, ${shown(amount)}, which ${stands}`
}

function shown(amount: Money.Money): string {
  return `${Money.format(amount)} ${amount.currency}`
}
