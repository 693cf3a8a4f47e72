import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'

/*
 * The answers of another platform of this protocol, as far as they are read here. Platforms of the family differ in
 * extra members and in whether numbers are quoted, so an answer only needs what is used.
 */

const text = z.string().check(z.minLength(1), z.maxLength(2048))
const code = z.pipe(z.union([z.string(), z.number()]), z.transform(String))
const parameters = z.record(z.string(), z.pipe(z.union([z.string(), z.number()]), z.transform(String)))

const Refused = z.object({
  result: z.literal('ERROR'),
  error_code: byDefault(code, ''),
  error_message: byDefault(z.string(), ''),
})
const Accepted = z.object({ result: z.literal('ACCEPTED') })
const Undefined = z.object({ result: z.literal('UNDEFINED') })

/** Where the buyer is sent, in the answers of a SALE and of a status question. */
const redirectFields = {
  redirect_url: z.url({ protocol: /^https?$/ }),
  redirect_method: byDefault(z.enum(['GET', 'POST']), 'GET'),
  /** This family writes "no parameters" as an empty list, or leaves the member out. */
  redirect_params: byDefault(
    z.union([
      parameters,
      z.pipe(
        z.array(z.unknown()).check(z.maxLength(0)),
        z.transform(() => ({})),
      ),
    ]),
    {},
  ),
}

const challengeStatus = z.enum(['3DS', 'REDIRECT'])

export const SaleReply = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('SUCCESS'),
    status: text,
    order_id: text,
    trans_id: text,
    amount: text,
    currency: text,
  }),
  z.object({ result: z.literal('DECLINED'), order_id: text, decline_reason: byDefault(z.string(), '') }),
  z.object({
    result: z.literal('REDIRECT'),
    status: challengeStatus,
    order_id: text,
    trans_id: text,
    ...redirectFields,
  }),
  Undefined,
  Refused,
])

const status = z.enum([
  '3DS',
  'REDIRECT',
  'PREPARE',
  'PENDING',
  'SETTLED',
  'REVERSAL',
  'REFUND',
  'CHARGEBACK',
  'DECLINED',
  'VOID',
])

/**
 * GET_TRANS_STATUS_BY_ORDER. Some platforms repeat the challenge's address, which is the only way to learn it again.
 */
export const StatusReply = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('SUCCESS'),
    status,
    trans_id: text,
    decline_reason: byDefault(z.string(), ''),
    redirect_url: z.optional(redirectFields.redirect_url),
    redirect_method: redirectFields.redirect_method,
    redirect_params: redirectFields.redirect_params,
  }),
  Refused,
])

/** GET_TRANS_DETAILS. */
export const DetailsReply = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('SUCCESS'),
    status,
    order_id: text,
    trans_id: text,
    amount: text,
    currency: text,
    decline_reason: byDefault(z.string(), ''),
    transactions: z.array(
      z.object({ date: byDefault(z.string(), ''), type: z.string(), status: z.string(), amount: text }),
    ),
  }),
  Refused,
])

export type Details = Extract<z.infer<typeof DetailsReply>, { result: 'SUCCESS' }>

/** CAPTURE and CREDITVOID. */
export const OperationReply = z.discriminatedUnion('result', [
  z.object({ result: z.literal('SUCCESS') }),
  z.object({ result: z.literal('DECLINED'), decline_reason: byDefault(z.string(), '') }),
  Accepted,
  Undefined,
  Refused,
])
