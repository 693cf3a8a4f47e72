import { counted } from '@cambio/server/cli/counted.ts'
import type { Imported } from '@cambio/exchange/statement/importStatement.ts'
import type { BankPayment, KeptLine, OfPayment } from '@cambio/exchange/statement/StatementStore.ts'
import * as Money from '@cambio/wire/Money.ts'
import { paymentWords } from './paymentWords.ts'

/**
 * What the import of a statement says to whoever brought it: what became of its lines, and which of them need a person.
 * @param alsoUnfit payments under whose name more money had left than theirs: what came back may be that
 */
export function importSummary(
  { entries, seenBefore, differing, reversals, taken }: Imported,
  alsoUnfit: ReadonlySet<string>,
): string {
  const ofPayment = (is: OfPayment['is']) =>
    taken.flatMap(({ line, outcome }) =>
      outcome.ofPayment?.is === is ? [{ line, payment: outcome.ofPayment.payment }] : [],
    )
  const returned = ofPayment('came_back')
  const unfit = ofPayment('unfit')
  const others = taken.filter(({ outcome }) => outcome.ofPayment?.is !== 'came_back')
  const matched = others.filter(({ outcome }) => outcome.is === 'matched')
  const orders = matched.filter(({ outcome }) => outcome.orderId !== null)
  const partners = matched.filter(({ outcome }) => outcome.orderId === null && outcome.ofPayment)
  const owed = others.filter(({ outcome }) => outcome.is === 'owed').length
  const byHand = taken.filter(({ outcome }) => outcome.is === 'by_hand' && !outcome.ofPayment).length
  const unclear = reversals.flatMap(({ reference, orderId }) => (orderId === null ? [reference] : []))
  const debits = unfit.filter(({ line }) => line.side === 'debit')
  const credits = unfit.filter(({ line }) => line.side === 'credit')
  const counts = [
    counted(orders.length, 'is an order’s', 'are orders’'),
    counted(owed, 'is owed to its sender', 'are owed to their senders'),
    counted(seenBefore, 'was seen before', 'were seen before'),
    ...some(partners.length, 'a partner’s pay-out that left', 'partners’ pay-outs that left'),
    ...some(returned.length, 'a payment of yours that came back', 'payments of yours that came back'),
    ...some(
      matched.length - orders.length - partners.length,
      'owed no more, since your bank took it back',
      'owed no more, since your bank took them back',
    ),
  ]
  return [
    `${counted(entries, 'line', 'lines')}: ${counts.join(', ')}.`,
    ...(byHand > 0 ? [`${byHand} left the account without an order: the books say by hand.`] : []),
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
    ...returned.flatMap(({ payment }) => [
      whatCameBack(payment),
      ...(alsoUnfit.has(payment.id)
        ? [
            `Your bank had taken money as ${payment.id} more than once: give nothing back before it says that ${paymentWords(payment)} reached nobody.`,
          ]
        : []),
    ]),
    ...(owed > 0 ? ['“owed list” shows what is owed.'] : []),
    ...(debits.length > 0
      ? [
          'Left under the name of a payment of yours that it does not fit; the books say by hand. Ask your bank, and say',
          'by “owed settle” that it is cleared up:',
        ]
      : []),
    ...debits.map(toSentence),
    ...(credits.length > 0
      ? [
          'Came under the name of a payment of yours that it does not fit, and is owed under the name of its line. Their',
          'orders stay as they are: pay by hand what is due to their clients, and say so by “owed settle”:',
        ]
      : []),
    ...credits.map(toSentence),
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

/** How many there are of something, where there are any. */
function some(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [counted(count, `is ${one}`, `are ${many}`)]
}

/** A payment of ours is back: what became of it, and by which command it goes on. */
function whatCameBack({ id, purpose, amount }: BankPayment): string {
  switch (purpose.is) {
    case 'payout': {
      const { orderId } = purpose
      return [
        `The pay-out of ${orderId}, ${shown(amount)}, came back, and its order is stopped: “order resolve ${orderId} refund”`,
        'gives back what paid for it, “order resolve … settle” says that you have paid by hand.',
      ].join('\n')
    }
    case 'refund': {
      const { orderId } = purpose
      return [
        `A refund of ${orderId}, ${shown(amount)}, came back, and is owed: “owed return ${orderId}” sends it once more,`,
        '“order resolve … settle” says that you have given it back by hand.',
      ].join('\n')
    }
    case 'settlement':
      return [
        `A partner’s pay-out, ${id}, ${shown(amount)}, came back: “balance show ${purpose.partnerId}” has it again,`,
        '“partner pay-out” pays it once more.',
      ].join('\n')
  }
}

function toSentence({ line, payment }: { line: KeptLine; payment: BankPayment }): string {
  return `  ${line.reference}: ${described(line)}; it is ${paymentStanding(payment)}.`
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
  const { amount, hasLeft, hasReturned, isRejected } = payment
  const stands = isRejected
    ? 'your bank had rejected'
    : hasReturned
      ? 'had come back before'
      : hasLeft
        ? 'had left before'
        : 'has not left yet'
  return `${paymentWords(payment)}, ${shown(amount)}, which ${stands}`
}

function shown(amount: Money.Money): string {
  return `${Money.format(amount)} ${amount.currency}`
}
