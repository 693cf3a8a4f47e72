import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'

/*
 * The part of ISO 20022 camt.053.001 that is read, in which versions 2 to 13 differ little. Attributes begin with @.
 * Elements that are not named here are ignored.
 */

const text = z.optional(z.string())

/** An element that may be missing or empty. */
function maybe<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  )
}

/** Elements that may repeat, and may be empty. */
function many<Schema extends z.ZodMiniType>(schema: Schema) {
  return byDefault(z.array(maybe(schema)), [])
}

export const Amount = z.object({ '#text': z.string(), '@Ccy': z.string() })
export type Amount = z.infer<typeof Amount>

const Side = z.enum(['CRDT', 'DBIT'])

/** Later versions have the name in Pty. */
const Party = maybe(z.object({ Nm: text, Pty: maybe(z.object({ Nm: text })) }))
const PartyAccount = maybe(
  z.object({ Id: maybe(z.object({ IBAN: text, Othr: maybe(z.object({ Id: text })) })) }),
)

/** The kind of an entry, in ISO's codes and in the bank's own. */
const Kind = maybe(
  z.object({
    Domn: maybe(z.object({ Fmly: maybe(z.object({ SubFmlyCd: text })) })),
    Prtry: maybe(z.object({ Cd: text })),
  }),
)
export type Kind = z.infer<typeof Kind>

const Structured = z.object({
  CdtrRefInf: maybe(z.object({ Ref: text })),
  RfrdDocInf: many(z.object({ Nb: text })),
  AddtlRmtInf: byDefault(z.array(z.string()), []),
})

const AmountAround = maybe(z.object({ Amt: Amount }))

const Proprietary = z.object({ Ref: text })

const Transaction = z.object({
  Refs: maybe(
    z.object({
      AcctSvcrRef: text,
      InstrId: text,
      EndToEndId: text,
      UETR: text,
      TxId: text,
      ClrSysRef: text,
      MndtId: text,
      /** One, or since version 4 several. */
      Prtry: maybe(z.union([z.array(Proprietary), Proprietary])),
    }),
  ),
  Amt: maybe(Amount),
  CdtDbtInd: maybe(Side),
  AmtDtls: maybe(z.object({ InstdAmt: AmountAround, TxAmt: AmountAround })),
  BkTxCd: Kind,
  RltdPties: maybe(z.object({ Dbtr: Party, DbtrAcct: PartyAccount, Cdtr: Party, CdtrAcct: PartyAccount })),
  RmtInf: maybe(z.object({ Ustrd: z.optional(z.array(z.string())), Strd: many(Structured) })),
  RtrInf: maybe(z.unknown()),
})
export type Transaction = z.infer<typeof Transaction>

/** The bank's references of an entry. */
export const References = z.object({ NtryRef: text, AcctSvcrRef: text })
export type References = z.infer<typeof References>

export const Entry = z.extend(References, {
  Amt: Amount,
  CdtDbtInd: Side,
  RvslInd: text,
  /** A text, and since version 4 an element around ISO's code or the bank's own. */
  Sts: z.union([z.string(), z.object({ Cd: z.string() }), z.object({ Prtry: z.string() })]),
  BookgDt: maybe(z.object({ Dt: text, DtTm: text })),
  BkTxCd: Kind,
  NtryDtls: many(
    z.object({ Btch: maybe(z.object({ NbOfTxs: text })), TxDtls: byDefault(z.array(Transaction), []) }),
  ),
  AddtlNtryInf: text,
})
export type Entry = z.infer<typeof Entry>

/** One account's statement, whose entries are each read by themselves. */
export const AccountStatement = z.object({
  Acct: z.object({ Id: z.object({ IBAN: z.string() }) }),
  Ntry: byDefault(z.array(z.unknown()), []),
})

export const Camt053 = z.object({
  Document: z.object({ BkToCstmrStmt: z.object({ Stmt: z.array(z.unknown()) }) }),
})
