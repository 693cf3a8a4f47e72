import type { Imported } from '@cambio/exchange/payin/transfer/statement/importStatement.ts'
import { nameInBooks } from '@cambio/exchange/payin/transfer/statement/lineName.ts'
import type { BankLine } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type { BankPayment, OfPayment } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as Money from '@cambio/wire/Money.ts'
import { paymentWords } from './paymentWords.ts'

/**
 * Summarises the import of a statement for the operator: how its lines were booked, and which of them need a decision.
 * @param iban our account
 * @param alsoMismatched payments under whose id more money had left than their own: a return may be that money
 */
export function importSummary(
  iban: string,
  { entries, seenBefore, unread, leftOut, reversals, taken }: Imported,
  alsoMismatched: ReadonlySet<string>,
): string {
  const ofPayment = (is: OfPayment['is']) =>
    taken.flatMap(({ line, outcome }) =>
      outcome.ofPayment?.is === is ? [{ line, payment: outcome.ofPayment.payment }] : [],
    )
  const returned = ofPayment('came_back')
  const mismatched = ofPayment('mismatched')
  const others = taken.filter(({ outcome }) => outcome.ofPayment?.is !== 'came_back')
  const matched = others.filter(({ outcome }) => outcome.is === 'matched')
  const orders = matched.filter(({ outcome }) => outcome.orderId !== null)
  const partners = matched.filter(({ outcome }) => outcome.orderId === null && outcome.ofPayment)
  const owed = others.filter(({ outcome }) => outcome.is === 'owed' && !outcome.mayRepeat).length
  const byHand = taken.filter(({ outcome }) => outcome.is === 'by_hand' && !outcome.ofPayment).length
  const unclear = reversals.flatMap(({ reference, orderId }) => (orderId === null ? [reference] : []))
  const repeats = taken.filter(({ outcome }) => outcome.mayRepeat === true)
  const debits = mismatched.filter(({ line }) => line.side === 'debit')
  const credits = mismatched.filter(({ line }) => line.side === 'credit' && line.isReturn)
  const otherCredits = mismatched.filter(({ line }) => line.side === 'credit' && !line.isReturn)
  const counts = [
    counted(orders.length, 'is an order’s', 'are orders’'),
    counted(owed, 'is owed to its sender', 'are owed to their senders'),
    counted(seenBefore, 'was seen before', 'were seen before'),
    ...some(repeats.length, 'possibly a repeat', 'possibly repeats'),
    ...some(partners.length, 'a partner’s pay-out that left', 'partners’ pay-outs that left'),
    ...some(returned.length, 'a payment of yours that was returned', 'payments of yours that were returned'),
    ...some(
      matched.length - orders.length - partners.length,
      'no longer owed, since your bank took it back',
      'no longer owed, since your bank took them back',
    ),
  ]
  return [
    `${counted(entries, 'line', 'lines')}: ${counts.join(', ')}.`,
    ...(byHand > 0 ? [`${byHand} left the account without an order: the books say by hand.`] : []),
    ...reversals.flatMap(({ orderId }) =>
      orderId === null
        ? []
        : [
            `Your bank charged back the payment of ${orderId}: the order waits for you, “order show” says whether it was paid out.`,
          ],
    ),
    ...(unclear.length > 0 ? [`Your bank charged back money of unknown origin: ${unclear.join(', ')}.`] : []),
    ...returned.flatMap(({ payment }) => [
      returnedPayment(payment),
      ...(alsoMismatched.has(payment.id)
        ? [
            `Your bank had taken money as ${payment.id} more than once: refund nothing before it confirms that ${paymentWords(payment)} reached nobody.`,
          ]
        : []),
    ]),
    ...(owed > 0 ? ['“owed list” shows what is owed.'] : []),
    ...(debits.length > 0
      ? [
          'Left under the id of one of your payments and does not match it; the books say by hand. Ask your bank, and run',
          '“owed settle” once that is cleared up:',
        ]
      : []),
    ...debits.map(toSentence),
    ...(credits.length > 0
      ? [
          'Arrived under the id of one of your payments and does not match it; it is owed under the name of its line. Their',
          'orders stay as they are: pay by hand what is due to their clients, then run “owed settle”:',
        ]
      : []),
    ...credits.map(toSentence),
    ...(otherCredits.length > 0
      ? [
          'Arrived under the id of one of your payments, but your bank does not call it a return. It is owed to its sender,',
          'and the orders stay as they are: send it back by your bank, then run “owed settle”:',
        ]
      : []),
    ...otherCredits.map(toSentence),
    ...(repeats.length > 0
      ? [
          'May be repeats of lines in another statement, since your bank gives them no reference. Look at the account:',
          '“owed book” takes one as new, “owed dismiss” dismisses it as a repeat:',
        ]
      : []),
    ...repeats.map(({ line }) => `  ${nameInBooks(iban, line.reference)}: ${described(line)}.`),
    ...(leftOut > 0
      ? [
          `${counted(leftOut, 'entry', 'entries')} that your bank has not booked, or that move nothing: left out.`,
        ]
      : []),
    ...(unread.length > 0
      ? [
          'Could not be read and were not booked; the rest was. Look at your account, and ask your bank about the file:',
        ]
      : []),
    ...unread.map(({ place, reason }) => `  ${place}: ${reason}`),
  ].join('\n')
}

/** A count with its noun; nothing for zero. */
function some(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [counted(count, `is ${one}`, `are ${many}`)]
}

/** Describes a returned payment: what happened to it, and which command continues. */
function returnedPayment({ id, purpose, amount }: BankPayment): string {
  switch (purpose.is) {
    case 'payout': {
      const { orderId } = purpose
      return [
        `The pay-out of ${orderId}, ${shown(amount)}, was returned, and its order is stopped: “order resolve ${orderId} refund”`,
        'refunds the buyer, “order resolve … settle” records that you have paid by hand.',
      ].join('\n')
    }
    case 'refund': {
      const { orderId } = purpose
      return [
        `A refund of ${orderId}, ${shown(amount)}, was returned, and is owed: “owed return ${orderId}” sends it again,`,
        '“order resolve … settle” records that you have refunded it by hand.',
      ].join('\n')
    }
    case 'settlement':
      return [
        `A partner’s pay-out, ${id}, ${shown(amount)}, was returned: “balance show ${purpose.partnerId}” has it again,`,
        '“partner pay-out” pays it once more.',
      ].join('\n')
  }
}

function toSentence({ line, payment }: { line: BankLine; payment: BankPayment }): string {
  return `  ${line.reference}: ${described(line)}; it is ${paymentStanding(payment)}.`
}

function described({ side, amount, bookedOn, endToEndId, remittance, party }: BankLine): string {
  return [
    `${side} ${shown(amount)}`,
    ...(bookedOn === null ? [] : [`on ${bookedOn}`]),
    ...(party.iban === null ? [] : [`${side === 'credit' ? 'from' : 'to'} ${party.iban}`]),
    ...(endToEndId === null ? [] : [`called ${endToEndId}`]),
    ...(remittance === '' ? [] : [`“${remittance.replaceAll(/\s+/g, ' ')}”`]),
  ].join(', ')
}

function paymentStanding(payment: BankPayment): string {
  const { amount, hasLeft, hasReturned, isRejected } = payment
  const stands = isRejected
    ? 'your bank had rejected'
    : hasReturned
      ? 'was returned before'
      : hasLeft
        ? 'had left before'
        : 'has not left yet'
  return `${paymentWords(payment)}, ${shown(amount)}, which ${stands}`
}

function shown(amount: Money.Money): string {
  return `${Money.format(amount)} ${amount.currency}`
}
