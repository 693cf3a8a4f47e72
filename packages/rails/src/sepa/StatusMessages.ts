import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'

/* The parts of ISO 20022 pain.002.001 and camt.029.001 that are read, in which their versions differ little. */

const text = z.optional(z.string())

/** An element that may be missing or empty. */
function maybe<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  )
}

const StatusReason = z.object({
  Rsn: maybe(z.object({ Cd: text, Prtry: text })),
  AddtlInf: byDefault(z.array(z.string()), []),
})
export type StatusReason = z.infer<typeof StatusReason>

/** Empty elements among the reasons are ignored. */
const reasons = z.optional(
  z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? value.filter((each) => each !== '') : value)),
    z.array(StatusReason),
  ),
)

const PaymentStatus = z.object({ OrgnlEndToEndId: text, TxSts: text, StsRsnInf: reasons })

export const Pain002 = z.pipe(
  z.object({
    Document: z.object({
      CstmrPmtStsRpt: z.object({
        OrgnlGrpInfAndSts: z.object({ OrgnlMsgId: z.string(), GrpSts: text, StsRsnInf: reasons }),
        OrgnlPmtInfAndSts: byDefault(
          z.array(
            z.object({
              OrgnlPmtInfId: text,
              PmtInfSts: text,
              StsRsnInf: reasons,
              TxInfAndSts: byDefault(z.array(PaymentStatus), []),
            }),
          ),
          [],
        ),
      }),
    }),
  }),
  z.transform(({ Document }) => Document.CstmrPmtStsRpt),
)

const Cancellation = z.object({
  OrgnlGrpInf: maybe(z.object({ OrgnlMsgId: text })),
  OrgnlEndToEndId: text,
  TxCxlSts: text,
  CxlStsRsnInf: reasons,
})
const cancellations = byDefault(z.array(Cancellation), [])

export const Camt029 = z.pipe(
  z.object({
    Document: z.object({
      RsltnOfInvstgtn: z.object({
        Sts: maybe(z.object({ Conf: text })),
        CxlDtls: byDefault(
          z.array(
            z.object({
              OrgnlGrpInfAndSts: maybe(
                z.object({ OrgnlMsgId: text, GrpCxlSts: text, CxlStsRsnInf: reasons }),
              ),
              OrgnlPmtInfAndSts: byDefault(
                z.array(
                  z.object({
                    OrgnlPmtInfId: text,
                    PmtInfCxlSts: text,
                    CxlStsRsnInf: reasons,
                    TxInfAndSts: cancellations,
                  }),
                ),
                [],
              ),
              TxInfAndSts: cancellations,
            }),
          ),
          [],
        ),
      }),
    }),
  }),
  z.transform(({ Document }) => Document.RsltnOfInvstgtn),
)
