import type { Client } from '@cambio/exchange/client/Client.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import { charge, type ChargeDeps, type ChargeInput } from '@cambio/exchange/payin/card/charge.ts'
import type { Attempt, Challenge } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { openCardForm } from '@cambio/exchange/payin/card/openCardForm.ts'
import { attemptsOf } from '@cambio/exchange/payin/Payin.ts'
import type { BankAnswer, TestCard } from '@cambio/rails/TestCard.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'

type PaidByTestCard = {
  readonly attempt: Attempt['state'] | null
  readonly decline_reason: string | null
  readonly status: Order['status']
}

/**
 * Pays an order with a sandbox's test card in place of its buyer, and answers the bank's challenge if there is one.
 * @param input.expiry `MM/YYYY` of the card, which selects the outcome
 * @param input.code its security code, which selects the reason of a decline
 * @param input.save whether the buyer wants the card to be saved
 * @param input.bank the answer to the bank's challenge; undefined: none yet
 * @returns the attempt and the order as they stood after the charge
 * @throws Refusal validation_failed for a card that has expired, and what openCardForm and charge say
 */
export async function payByTestCard(
  deps: ChargeDeps & Parameters<typeof openCardForm>[0] & { readonly testCard: TestCard },
  input: {
    readonly order: Order
    readonly client: Client
    readonly expiry: string
    readonly code: string
    readonly save: boolean
    readonly bank: BankAnswer | undefined
    readonly ancestors: readonly string[]
  } & Pick<ChargeInput, 'payerIp' | 'returnTo'>,
): Promise<PaidByTestCard> {
  const { order, client, expiry, code, save, bank, ancestors, payerIp, returnTo } = input
  const opened = { order, client, payerIp, ancestors, locale: undefined, cardToken: null }
  const form = await openCardForm(deps, opened)
  if (form === 'token_refused') throw new Error('A card form without a stored card refused one')
  const { sessionId } = form
  const [month = '', year = ''] = expiry.split('/')
  if ((await deps.testCard.submitCard(sessionId, { month, year, code, store: save })) === 'invalid')
    throw fieldRefusal('validation_failed', ['card'], 'This card has expired; no money moved')
  const charged = await charge(deps, {
    orderId: order.id,
    clientId: client.id,
    sessionId,
    payerIp,
    returnTo,
  })
  const attempt = attemptsOf(charged.payin).at(-1)
  const challenge = attempt?.state === 'challenged' ? attempt.challenge : null
  if (challenge !== null && bank !== undefined) await answerBank(deps.testCard, challenge, bank)
  return {
    attempt: attempt?.state ?? null,
    decline_reason: attempt?.state === 'declined' ? attempt.reason : null,
    status: charged.status,
  }
}

/** @throws Refusal order_state */
async function answerBank(testCard: TestCard, challenge: Challenge, answer: BankAnswer): Promise<void> {
  if ((await testCard.answerBank(challenge, answer)) === 'expired')
    throw new Refusal('order_state', 'The bank no longer waits for an answer; look at the order')
}
