import type { ChargeState, SavedCardToken } from '@cambio/exchange/payin/card/CardRail.ts'
import type { Challenge } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { CANCELED_BY_BUYER } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { Unanswered, type Reply } from '../call.ts'
import { rawMember } from './rawMember.ts'

/*
 * The platform's answers, read into the exchange's words. Members that are not named here are let through unread:
 * platforms of this family add their own.
 */

const Id = z.string().check(z.regex(/^[0-9A-Za-z-]{1,64}$/))

const ErrorAnswer = z.object({
  result: z.literal('ERROR'),
  error_code: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
  errors: z.optional(z.array(z.looseObject({ error_message: z.optional(z.string()) }))),
})

const Answer = z.object({
  result: z.enum(['SUCCESS', 'DECLINED', 'REDIRECT', 'ACCEPTED', 'UNDEFINED', 'WAITING']),
  order_id: z.string(),
  trans_id: Id,
  status: z.optional(
    z.enum([
      'PREPARE',
      '3DS',
      'REDIRECT',
      'PENDING',
      'SETTLED',
      'REVERSAL',
      'REFUND',
      'VOID',
      'CHARGEBACK',
      'DECLINED',
    ]),
  ),
  card_token: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  card_expiration_date: z.optional(z.string().check(z.regex(/^\d\d\/\d{4}$/))),
  amount: z.optional(z.string()),
  currency: z.optional(z.string()),
  decline_reason: z.optional(z.string().check(z.maxLength(1024))),
  canceled_by_payer: z.optional(z.boolean()),
  redirect_url: z.optional(z.url().check(z.maxLength(2048), z.regex(/^https?:\/\//i))),
  redirect_method: z.optional(z.enum(['GET', 'POST'])),
  transactions: z.optional(
    z.array(
      z.object({
        type: z.string(),
        status: z.enum(['success', 'waiting', 'fail']),
        amount: z.optional(z.string()),
      }),
    ),
  ),
})
export type Answer = z.infer<typeof Answer> & { readonly challenge: Challenge | null }

/** The platform's refusal of a request, with the protocol's error number. */
export type Refused = {
  readonly errorCode: number
  /** Whether it refused our signature. */
  readonly isUnsigned: boolean
}

/** The error number for a payment that the platform does not know. */
export const PAYMENT_UNKNOWN = 208001

/** The error number for a merchant that is unknown or blocked, or that calls from an address it may not use. */
const ACCOUNT_REFUSED = 204002

/**
 * Reads an answer that must be about this order.
 * @throws Unanswered when it cannot be read, or is about another order
 */
export function readAnswer(reply: Reply, platformOrderId: string): Answer | Refused {
  const refused = z.safeParse(ErrorAnswer, reply.json)
  if (refused.success) return refusedOf(refused.data)
  const read = z.safeParse(Answer, reply.json)
  if (!read.success) throw new Unanswered(`The answer lacks ${lacking(read.error)}`)
  if (read.data.order_id !== platformOrderId) throw new Unanswered('The answer is about another order')
  return { ...read.data, challenge: challengeOf(read.data, reply.text) }
}

function refusedOf({ error_code: errorCode, errors = [] }: z.infer<typeof ErrorAnswer>): Refused {
  return { errorCode, isUnsigned: errors.some(({ error_message: message }) => message?.startsWith('hash:')) }
}

/** Whether an answer complains that the message is not signed as a whole, or not as agreed. */
export function isUnsignedComplaint({ json }: Reply): boolean {
  const { data } = z.safeParse(ErrorAnswer, json)
  return data?.errors?.some(({ error_message: message }) => message?.startsWith('signature:')) ?? false
}

/** Whether an answer says that no merchant of the platform has this key. */
export function isAccountRefusal({ json }: Reply): boolean {
  return z.safeParse(ErrorAnswer, json).data?.error_code === ACCOUNT_REFUSED
}

/** A buyer who turned back was declined by no bank, whatever reason the protocol gives. */
function declineReasonOf(answer: Answer): string {
  if (answer.canceled_by_payer) return CANCELED_BY_BUYER
  return answer.decline_reason ?? 'Declined by processing'
}

/** What an answer says about the charge. @throws Unanswered when it reports money without an amount */
export function chargeStateOf(answer: Answer): ChargeState {
  const { trans_id: transId, status = 'PREPARE' } = answer
  switch (status) {
    case 'PREPARE':
      return { is: 'unknown', why: 'The platform does not know the outcome yet' }
    case '3DS':
    case 'REDIRECT':
      return { is: 'challenged', transId, challenge: answer.challenge }
    case 'DECLINED':
      return { is: 'declined', transId, reason: declineReasonOf(answer) }
    case 'PENDING':
      return {
        is: 'held',
        transId,
        amount: moneyOf(answer, answer.amount),
        captureRefused: last(answer, captures) === 'fail',
        returnRefused: last(answer, returns) === 'fail',
        ...savedCardOf(answer),
      }
    case 'SETTLED':
      return {
        is: 'settled',
        transId,
        amount: capturedOf(answer),
        returnRefused: last(answer, returns) === 'fail',
        ...disputedOf(answer),
        ...savedCardOf(answer),
      }
    case 'REVERSAL':
    case 'REFUND':
    case 'VOID':
      return { is: 'returned', transId }
    case 'CHARGEBACK':
      return { is: 'charged_back', transId, amount: chargedBackOf(answer), ...wonOf(answer) }
  }
}

/** The token of a card that was saved with this payment. */
function savedCardOf({ card_token: token, card_expiration_date: expiry }: Answer): {
  readonly savedCard?: SavedCardToken
} {
  return token === undefined || expiry === undefined ? {} : { savedCard: { token, expiry } }
}

const captures: ReadonlySet<string> = new Set(['CAPTURE'])
const returns: ReadonlySet<string> = new Set(['REVERSAL', 'REFUND', 'CREDITVOID', 'VOID'])

/** The state of a refund, by the payment's own history. */
export function returnOf(answer: Answer): 'none' | 'waiting' | 'done' | 'refused' {
  if (answer.status === 'REVERSAL' || answer.status === 'REFUND' || answer.status === 'VOID') return 'done'
  const entry = last(answer, returns)
  return entry === undefined ? 'none' : entry === 'fail' ? 'refused' : 'waiting'
}

/** Whether the platform is capturing the held money at this moment. A hold cannot be voided then. */
export function isCapturing(answer: Answer): boolean {
  return answer.status === 'PENDING' && last(answer, captures) === 'waiting'
}

function last({ transactions }: Answer, types: ReadonlySet<string>) {
  return transactions?.findLast(({ type }) => types.has(type))?.status
}

/** The amount captured, from the capture's own entry: a capture may take less than the hold. */
function capturedOf(answer: Answer): Money.Money {
  const capture = answer.transactions?.findLast(
    ({ type, status }) => captures.has(type) && status === 'success',
  )
  return moneyOf(answer, capture?.amount ?? answer.amount)
}

/** The sum of the chargebacks. */
function chargedBackOf(answer: Answer): Money.Money {
  return sumOf(answer, 'CHARGEBACK') ?? moneyOf(answer, answer.amount)
}

/** The part of the chargebacks that was won, where any was. */
function wonOf(answer: Answer): { readonly won?: Money.Money } {
  const won = sumOf(answer, 'CHARGEBACK_REVERSAL')
  return won ? { won } : {}
}

/** All chargebacks of a payment that is settled again were won. */
function disputedOf(answer: Answer): { readonly disputed?: Money.Money } {
  const disputed = sumOf(answer, 'CHARGEBACK')
  return disputed ? { disputed } : {}
}

function sumOf(answer: Answer, kind: string): Money.Money | undefined {
  return answer.transactions
    ?.filter(({ type, status }) => type === kind && status === 'success')
    .map(({ amount }) => moneyOf(answer, amount))
    .reduce<Money.Money | undefined>((sum, amount) => (sum ? Money.add(sum, amount) : amount), undefined)
}

function moneyOf({ currency }: Answer, amount: string | undefined): Money.Money {
  if (currency === undefined || amount === undefined || !Currency.find(currency))
    throw new Unanswered('The answer lacks an amount')
  const money = Money.parse(amount, currency)
  if (typeof money === 'string') throw new Unanswered('The amount in the answer cannot be read')
  return money
}

function challengeOf(answer: z.infer<typeof Answer>, text: string): Challenge | null {
  if (answer.redirect_url === undefined) return null
  return {
    url: answer.redirect_url,
    method: answer.redirect_method ?? 'GET',
    params: rawMember(text, 'redirect_params'),
  }
}

/** The members that are missing or wrong, by name alone: a value could be a secret. */
function lacking(error: z.core.$ZodError): string {
  return [...new Set(error.issues.map(({ path }) => path.join('.') || 'an object'))].join(', ')
}
