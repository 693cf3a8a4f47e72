import type { CardRail, ChargeKey, ChargeOrder, ChargeState } from '@cambio/exchange/payin/card/CardRail.ts'
import { CHARGE_TIME_LIMIT_MS } from '@cambio/exchange/payin/card/machine/cardWaits.ts'
import { call, Unanswered } from '../call.ts'
import {
  chargeStateOf,
  isCapturing,
  PAYMENT_UNKNOWN,
  readAnswer,
  returnOf,
  type Answer,
  type Refused,
} from './answers.ts'
import { fields, openFields, readSession } from './fieldsSession.ts'
import { hashFollowUp, type Signer } from './hash.ts'
import type { MerchantAccount, Signing } from './MerchantAccount.ts'
import { saleForm } from './saleForm.ts'
import { signedForm } from './signedForm.ts'

/** How long a question may take in all, milliseconds. */
const QUESTION_MS = 10_000

/**
 * The card platform, with the exchange as its merchant.
 * @param input.paymentUrl the platform's address, @param input.baseUrl the exchange's; neither ends with a slash
 * @param input.limitsMs how long a charge and a question may take, for tests
 */
export function cardPlatform(
  input: Signer & {
    readonly paymentUrl: string
    readonly clientKey: string
    readonly baseUrl: string
    readonly fetch?: typeof globalThis.fetch
    readonly signing?: Signing | null
    readonly passwordRefused?: () => void
    readonly limitsMs?: { readonly charge: number; readonly question: number }
  },
): CardRail {
  const merchant: MerchantAccount = {
    ...input,
    fetch: input.fetch ?? globalThis.fetch,
    signing: input.signing ?? null,
  }
  const { charge: chargeMs, question: questionMs } = input.limitsMs ?? {
    charge: CHARGE_TIME_LIMIT_MS,
    question: QUESTION_MS,
  }
  const soon = () => AbortSignal.timeout(questionMs)
  return {
    openFields: (form) => openFields(merchant, form, soon()),
    fields: (sessionId) => fields(merchant, sessionId, soon()),
    charge(order) {
      // The time limit makes sure that the SALE was answered, or lost, before anyone asks about it.
      const limit = AbortSignal.timeout(chargeMs)
      return orUnknown(charge(merchant, order, limit, AbortSignal.any([limit, soon()])))
    },
    getPaymentStatus: (key) => orUnknown(getPaymentStatus(merchant, key, soon())),
    async refund(key) {
      try {
        return await refund(merchant, key, soon())
      } catch (error) {
        if (error instanceof Unanswered) return 'unknown'
        throw error
      }
    },
  }
}

/**
 * Sends the SALE, unless the card of this form was used already: then an earlier attempt of ours sent it, and we ask
 * for its answer. We also ask where the platform refuses the request, since it may refuse only the repetition. If it
 * then knows of no payment, its refusal was the answer. A platform with too many requests has rejected the SALE.
 */
async function charge(
  merchant: MerchantAccount,
  order: ChargeOrder,
  limit: AbortSignal,
  formLimit: AbortSignal,
): ReturnType<CardRail['charge']> {
  const session = await readSession(merchant, order.sessionId, formLimit)
  const key = { ...order, transId: null }
  if (session.state !== 'complete') return getPaymentStatus(merchant, key, limit)
  const answer = await post(merchant, order, saleForm(merchant, order, session.cardToken), limit)
  if (!('errorCode' in answer)) return chargeStateOf(answer)
  const recorded = await getPaymentStatus(merchant, key, limit)
  if (recorded.is !== 'absent' || answer.errorCode === DUPLICATE) return recorded
  if (answer.errorCode === TOO_MANY) return { is: 'turned_away' }
  return { is: 'declined', transId: null, reason: 'Declined by processing' }
}

/**
 * Refusals that may not apply to the next attempt: a duplicate of a payment that it does not know yet, and too many
 * requests.
 */
const DUPLICATE = 400
const TOO_MANY = 429

/** The state of a charge: asked by our own id while the platform's is unknown, then with its history. */
async function getPaymentStatus(
  merchant: MerchantAccount,
  key: ChargeKey,
  limit: AbortSignal,
): Promise<ChargeState> {
  if (key.transId !== null)
    return stateOrUnknown(await details(merchant, { ...key, transId: key.transId }, limit))
  const recorded = await post(merchant, key, question(merchant, key), limit)
  if ('errorCode' in recorded)
    return recorded.errorCode === PAYMENT_UNKNOWN ? { is: 'absent' } : stateOrUnknown(recorded)
  if (recorded.status !== 'PENDING' && recorded.status !== 'SETTLED' && recorded.status !== 'CHARGEBACK')
    return chargeStateOf(recorded)
  return stateOrUnknown(await details(merchant, { ...key, transId: recorded.trans_id }, limit))
}

/**
 * The state that an answer reports. A refusal is `unknown`, never `absent`: the platform knew this payment before, so
 * it is asked again.
 */
function stateOrUnknown(answer: Answer | Refused): ChargeState {
  return 'errorCode' in answer
    ? { is: 'unknown', why: `The platform refused the question (${answer.errorCode})` }
    : chargeStateOf(answer)
}

/**
 * Asks for a refund of the whole amount. A platform that refuses may refuse only the repetition, so the payment's
 * history decides: a refund that is under way or done was accepted.
 */
async function refund(
  merchant: MerchantAccount,
  key: ChargeKey & { readonly transId: string },
  limit: AbortSignal,
): ReturnType<CardRail['refund']> {
  const answer = await post(merchant, key, followUp(merchant, key, 'CREDITVOID'), limit)
  if (!('errorCode' in answer)) return answer.result === 'DECLINED' ? 'refused' : 'accepted'
  const history = await details(merchant, key, limit)
  if ('errorCode' in history || isCapturing(history)) return 'unknown'
  const returnState = returnOf(history)
  return returnState === 'waiting' || returnState === 'done' ? 'accepted' : 'refused'
}

function details(
  merchant: MerchantAccount,
  key: ChargeKey & { readonly transId: string },
  limit: AbortSignal,
): Promise<Answer | Refused> {
  return post(merchant, key, followUp(merchant, key, 'GET_TRANS_DETAILS'), limit)
}

function question(
  merchant: MerchantAccount,
  { platformOrderId, email, card }: ChargeKey,
): Record<string, string> {
  return {
    action: 'GET_TRANS_STATUS_BY_ORDER',
    client_key: merchant.clientKey,
    order_id: platformOrderId,
    hash: hashFollowUp(merchant, email, platformOrderId, card),
  }
}

function followUp(
  merchant: MerchantAccount,
  { transId, email, card }: ChargeKey & { readonly transId: string },
  action: 'GET_TRANS_DETAILS' | 'CREDITVOID',
): Record<string, string> {
  return {
    action,
    client_key: merchant.clientKey,
    trans_id: transId,
    hash: hashFollowUp(merchant, email, transId, card),
  }
}

async function post(
  merchant: MerchantAccount,
  { platformOrderId }: { readonly platformOrderId: string },
  form: Record<string, string>,
  limit: AbortSignal,
): Promise<Answer | Refused> {
  const url = `${merchant.paymentUrl}/post`
  const reply = await call(merchant.fetch, url, signedForm(merchant, url, form), limit)
  const answer = readAnswer(reply, platformOrderId)
  if ('errorCode' in answer && answer.isUnsigned) merchant.passwordRefused?.()
  return answer
}

async function orUnknown<State>(work: Promise<State>): Promise<State | (ChargeState & { is: 'unknown' })> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Unanswered) return { is: 'unknown', why: error.message }
    throw error
  }
}
