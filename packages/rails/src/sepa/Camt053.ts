import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'

/*
 * What is read of ISO 20022 camt.053.001, whose versions 2 to 13 differ little in it. Attributes begin with @. Elements
 * that are not named here are not looked at.
 */

const text = z.optional(z.string())

/** An element that may be left out, or stand there with nothing in it. */
function maybe<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  )
}

export const Amount = z.object({ '#text': z.string(), '@Ccy': z.string() })
export type Amount = z.infer<typeof Amount>

/** Later versions put the name into Pty. */
const Party = maybe(z.object({ Nm: text, Pty: maybe(z.object({ Nm: text })) }))
const PartyAccount = maybe(z.object({ Id: maybe(z.object({ IBAN: text })) }))

const Transaction = z.object({
  Refs: maybe(z.object({ AcctSvcrRef: text, EndToEndId: text })),
  Amt: maybe(Amount),
  AmtDtls: maybe(z.object({ TxAmt: maybe(z.object({ Amt: Amount })) })),
  RltdPties: maybe(z.object({ Dbtr: Party, DbtrAcct: PartyAccount, Cdtr: Party, CdtrAcct: PartyAccount })),
  RmtInf: maybe(z.object({ Ustrd: z.optional(z.array(z.string())) })),
  RtrInf: z.optional(z.unknown()),
})
export type Transaction = z.infer<typeof Transaction>

/** How the bank calls an entry. */
export const References = z.object({ NtryRef: text, AcctSvcrRef: text })
export type References = z.infer<typeof References>

const Entry = z.extend(References, {
  Amt: Amount,
  CdtDbtInd: z.enum(['CRDT', 'DBIT']),
  RvslInd: text,
  /** A word, and since version 4 an element around it. */
  Sts: z.union([z.string(), z.object({ Cd: z.string() })]),
  BookgDt: maybe(z.object({ Dt: text, DtTm: text })),
  NtryDtls: byDefault(z.array(maybe(z.object({ TxDtls: byDefault(z.array(Transaction), []) }))), []),
})
export type Entry = z.infer<typeof Entry>

export const Camt053 = z.object({
  Document: z.object({
    BkToCstmrStmt: z.object({
      Stmt: z.array(
        z.object({
          Acct: z.object({ Id: z.object({ IBAN: z.string() }) }),
          Ntry: byDefault(z.array(Entry), []),
        }),
      ),
    }),
  }),
})
