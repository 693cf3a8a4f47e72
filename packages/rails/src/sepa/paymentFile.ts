import type { OrderedPayment } from '@cambio/exchange/payin/transfer/statement/OrderedPayment.ts'
import type { BankAccount } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import * as Money from '@cambio/wire/Money.ts'
import { XMLBuilder } from 'fast-xml-parser'
import { epcText } from './epcText.ts'

const MESSAGE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/** A file that instructs a bank to make payments: ISO 20022 pain.001.001.09, SEPA credit transfers from one account. */
export function paymentFile(
  { beneficiary, iban }: BankAccount,
  { id, at, payments }: { id: string; at: Date; payments: readonly OrderedPayment[] },
): string {
  const totals = { NbOfTxs: String(payments.length), CtrlSum: sumOf(payments) }
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': MESSAGE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: id,
          CreDtTm: at.toISOString(),
          ...totals,
          InitgPty: { Nm: nameOf(beneficiary) },
        },
        PmtInf: {
          PmtInfId: id,
          PmtMtd: 'TRF',
          // Each payment needs a statement line of its own: one line for all names none, and no payment would ever be
          // final.
          BtchBookg: 'false',
          ...totals,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: at.toISOString().slice(0, 10) },
          Dbtr: { Nm: nameOf(beneficiary) },
          DbtrAcct: { Id: { IBAN: iban } },
          DbtrAgt: { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: payments.map((payment) => ({
            PmtId: { EndToEndId: payment.id },
            Amt: { InstdAmt: { '@Ccy': payment.amount.currency, '#text': Money.format(payment.amount) } },
            Cdtr: { Nm: nameOf(payment.name) },
            CdtrAcct: { Id: { IBAN: payment.iban } },
            RmtInf: { Ustrd: epcText(payment.remittance, 140) },
          })),
        },
      },
    },
  }
  return new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true }).build(document)
}

function sumOf(payments: readonly OrderedPayment[]): string {
  const units = payments.reduce((sum, { amount }) => sum + amount.units, 0n)
  return Money.decimal(units, 2)
}

/** The name of a payee whose name is unknown, since the bank's schema requires one. */
const NAMELESS = 'Not provided'

function nameOf(name: string): string {
  return epcText(name, 70) || NAMELESS
}
