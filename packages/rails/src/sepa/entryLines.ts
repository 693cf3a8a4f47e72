import type { BankLine } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import { compactIban } from '@cambio/exchange/payout/address/iban.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Entry, Transaction } from './Camt053.ts'
import { entryAmount, isZeroAmount } from './entryAmount.ts'
import { isReturn } from './isReturn.ts'
import { providedText } from './providedText.ts'

/** A line of an entry, with the part of the entry that it was read from. */
export type EntryLine = Omit<BankLine, 'reference'> & {
  readonly transaction: Transaction | undefined
  /** The counterparty's account as the bank writes it, an IBAN or not. */
  readonly account: string | null
}

/**
 * The lines of an entry. They are one, or one for each transaction that a bank has booked together, where the amounts
 * of these add up to the entry's. Parts that do not add up, or of which one is unknown, cannot be relied on.
 * @throws EntryUnreadable
 */
export function entryLines(entry: Entry): { whole: EntryLine; parts: readonly EntryLine[] | null } {
  const transactions = transactionsOf(entry)
  const [only, ...others] = transactions
  const amount = entryAmount(entry.Amt)
  if (others.length === 0) {
    const isOne = transactionCount(entry) <= 1
    return { whole: lineOf(entry, isOne ? only : undefined, amount, isOne), parts: null }
  }
  const whole = lineOf(entry, undefined, amount, false)
  const amounts = transactions.map((transaction) => partOf(entry, transaction))
  const parts = transactions.flatMap((transaction, index) => {
    const part = amounts[index]
    return part ? [lineOf(entry, transaction, part, false)] : []
  })
  const sum = parts.reduce(
    (total, part) => total + (part.side === whole.side ? part.amount.units : -part.amount.units),
    0n,
  )
  return { whole, parts: parts.length === transactions.length && sum === amount.units ? parts : null }
}

export function transactionsOf({ NtryDtls }: Entry): readonly Transaction[] {
  return NtryDtls.flatMap((details) => details?.TxDtls ?? [])
}

/** How many transactions the bank says that it booked together; 0 where it does not say. */
function transactionCount({ NtryDtls }: Entry): number {
  return NtryDtls.reduce((count, details) => count + (Number(details?.Btch?.NbOfTxs ?? 0) || 0), 0)
}

/** The amount of one transaction of several. Undefined where the bank does not give it in the entry's currency. */
function partOf(entry: Entry, { Amt, AmtDtls }: Transaction): Money.Money | undefined {
  const amount = Amt ?? AmtDtls?.TxAmt?.Amt ?? AmtDtls?.InstdAmt?.Amt
  return amount?.['@Ccy'] === entry.Amt['@Ccy'] && !isZeroAmount(amount) ? entryAmount(amount) : undefined
}

/**
 * Reads a line of an entry.
 * @param isAllOfIt whether the bank's details of the whole entry are about this line alone
 */
export function lineOf(
  entry: Entry,
  transaction: Transaction | undefined,
  amount: Money.Money,
  isAllOfIt: boolean,
): EntryLine {
  const direction = (isAllOfIt ? undefined : transaction?.CdtDbtInd) ?? entry.CdtDbtInd
  const side = direction === 'CRDT' ? 'credit' : 'debit'
  const { RltdPties: parties } = transaction ?? {}
  const party = side === 'credit' ? parties?.Dbtr : parties?.Cdtr
  const account = side === 'credit' ? parties?.DbtrAcct : parties?.CdtrAcct
  const written = account?.Id?.IBAN ?? account?.Id?.Othr?.Id
  return {
    transaction,
    side,
    amount,
    bookedOn: entry.BookgDt?.Dt ?? entry.BookgDt?.DtTm ?? null,
    isReturn: isReturn(entry, transaction),
    endToEndId: providedText(transaction?.Refs?.EndToEndId),
    remittance: (transaction?.RmtInf?.Ustrd ?? []).join('\n'),
    otherTexts: [
      ...structuredTexts(transaction),
      ...(isAllOfIt && entry.AddtlNtryInf ? [entry.AddtlNtryInf] : []),
    ],
    party: {
      name: providedText(party?.Nm ?? party?.Pty?.Nm),
      iban: payableIban(account?.Id?.IBAN),
    },
    account: written === undefined ? null : compactIban(written),
  }
}

/** A payer's references and texts in structured elements. */
export function structuredTexts(transaction: Transaction | undefined): string[] {
  return (transaction?.RmtInf?.Strd ?? []).flatMap((structured) =>
    [
      structured?.CdtrRefInf?.Ref,
      ...(structured?.RfrdDocInf ?? []).map((document) => document?.Nb),
      (structured?.AddtlRmtInf ?? []).join('\n'),
    ].flatMap((text) => providedText(text) ?? []),
  )
}

/**
 * An account that money can be sent back to. Banks refuse a whole payment file that has any other text in its place.
 */
function payableIban(text: string | undefined): string | null {
  const iban = compactIban(text ?? '')
  return /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban) ? iban : null
}
