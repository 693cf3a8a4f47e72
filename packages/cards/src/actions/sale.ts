import { retryUntilAvailable } from '@cambio/server/postgres/retryUntilAvailable.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Authorisation, Outcome } from '../acquirers/Acquirer.ts'
import type { MeansOfPayment } from '../means/MeansOfPayment.ts'
import { numberIn } from '../means/readMeans.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Guard } from '../merchant/requestGuard.ts'
import { acquirerNamed, termUrlOf, type Platform } from '../Platform.ts'
import { readAmount } from '../protocol/amount.ts'
import { saleAnswer, type Answer } from '../protocol/answers.ts'
import { decimalsOf } from '../protocol/decimalsOf.ts'
import { saleHash, subjectOf, type Signer } from '../protocol/hash.ts'
import { isSignedBy } from '../protocol/isSignedBy.ts'
import { badHash, blank, notValid, Refusal } from '../protocol/Refusal.ts'
import type { SaleFields } from '../protocol/requests.ts'
import type { SaleStatements } from '../store/saleStatements.ts'
import { postponeQuestion } from '../store/statusQuestions.ts'
import type { Fact } from '../transaction/Fact.ts'
import { record, recordOn } from '../transaction/record.ts'
import type { Transaction } from '../transaction/Transaction.ts'
import { cardTokenOf } from '../vault/cardTokenOf.ts'
import { acceptSale } from './acceptSale.ts'
import { previousAnswer, settledAnswer } from './previousSale.ts'
import { refuseNumberInOtherField, saleMeans } from './saleMeans.ts'

/**
 * Holds an amount on a means of payment. The transaction is stored before the acquirer is asked, and again with its
 * answer. After a crash between the two, the acquirer is asked for the outcome.
 * @throws Refusal
 */
export async function sale(
  { platform, guard, statements }: { platform: Platform; guard: Guard; statements: SaleStatements },
  merchant: Merchant,
  fields: SaleFields,
): Promise<Answer> {
  const money = moneyOf(fields)
  checkHash(merchant, fields)
  refuseNumberInOtherField(fields)
  const fingerprint = platform.keys.fingerprint('request', canonical(fields))
  const earlierAnswer = () => previousAnswer({ platform, statements }, merchant, fields.order_id, fingerprint)
  const earlier = await earlierAnswer()
  if (earlier !== undefined) return earlier
  // A client_key is not secret, so only a signed request without an answer counts against the merchant's limits.
  await guard.countSale(merchant)
  await guard.admitPayer(merchant, { email: fields.payer_email, ip: fields.payer_ip })
  for (;;) {
    const paidWith = await saleMeans(platform, merchant, fields, money).catch(orRefusal)
    if (paidWith instanceof Refusal) return (await earlierAnswer()) ?? refuse(paidWith)
    const transaction = await acceptSale({ platform, statements }, merchant, fields, {
      money,
      paidWith,
      fingerprint,
    })
    if (transaction !== undefined) {
      const request = authorisationOf(platform, merchant, fields, transaction, paidWith.means)
      return authorise(platform, transaction, request)
    }
    // Another request of this order was stored first. If that one is declined, this one is tried again.
    const answer = await earlierAnswer()
    if (answer !== undefined) return answer
  }
}

/**
 * The refusal as a value: a token may be used up because an equal request was stored meanwhile, which has an answer.
 */
function orRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function refuse(refusal: Refusal): never {
  throw refusal
}

async function authorise(platform: Platform, accepted: Transaction, request: Authorisation): Promise<Answer> {
  const outcome = await acquirerNamed(platform, accepted.acquirer).authorise(request)
  const fact = factOf(outcome)
  if (fact === null) return answerUnknown(platform, accepted)
  // The acquirer has answered: its answer is stored as soon as the database is back, even if the merchant has
  // disconnected.
  return retryUntilAvailable(LONGEST_AWAY_MS, async () => {
    const after = await recordOn(platform, accepted, fact)
    if (after !== undefined) return saleAnswer(after, cardTokenOf(platform, after))
    // The transaction was changed meanwhile, for example given up. The answer still counts: a late hold is released.
    await record(platform, accepted.id, fact)
    return settledAnswer(platform, accepted.id)
  })
}

/** How long the answer is kept in memory while the database is unavailable, milliseconds. */
const LONGEST_AWAY_MS = 10 * 60_000

const ASK_SOON_MS = 5_000

async function answerUnknown({ query, clock }: Platform, accepted: Transaction): Promise<Answer> {
  await postponeQuestion(query, accepted.id, new Date(clock.now().getTime() + ASK_SOON_MS))
  return saleAnswer(accepted, null)
}

/** The fact in an acquirer's answer to the authorisation; null when the outcome is unknown. */
function factOf(outcome: Outcome): Fact | null {
  switch (outcome.is) {
    case 'done':
      return { is: 'authorised', reference: outcome.reference, inAnswer: true }
    case 'declined':
      return { is: 'declined', reason: outcome.reason, inAnswer: true }
    case 'challenge':
      return { is: 'challenged', reference: outcome.reference, challenge: outcome.challenge }
    case 'unknown':
      return null
  }
}

function moneyOf(fields: SaleFields): Money {
  if (decimalsOf(fields.order_currency) === undefined) throw notValid('order_currency')
  const money = readAmount(fields.order_amount, fields.order_currency)
  if (money === undefined) throw notValid('order_amount')
  return money
}

function checkHash(merchant: Merchant, fields: SaleFields): void {
  const own = numberIn(fields)
  const subject = own === undefined ? fields.card_token : subjectOf(own.number)
  if (subject === undefined) throw blank('card_number')
  const hashBy = (signer: Signer) => saleHash(signer, fields.payer_email, subject)
  if (!isSignedBy(merchant, hashBy, fields.hash)) throw new Refusal('invalid', [badHash])
}

function authorisationOf(
  platform: Platform,
  merchant: Merchant,
  fields: SaleFields,
  transaction: Transaction,
  means: MeansOfPayment,
): Authorisation {
  return {
    transactionId: transaction.id,
    money: transaction.money,
    means,
    payer: {
      first_name: fields.payer_first_name,
      last_name: fields.payer_last_name,
      middle_name: fields.payer_middle_name,
      birth_date: fields.payer_birth_date,
      address: fields.payer_address,
      address2: fields.payer_address2,
      house_number: fields.payer_house_number,
      country: fields.payer_country,
      state: fields.payer_state,
      city: fields.payer_city,
      district: fields.payer_district,
      zip: fields.payer_zip,
      email: fields.payer_email,
      phone: fields.payer_phone,
      ip: fields.payer_ip,
    },
    merchantName: merchant.name,
    description: fields.order_description,
    descriptor: transaction.descriptor,
    returnUrl: termUrlOf(platform, transaction.id),
  }
}

/** A request as one text that is equal for equal requests. The security code and the hash are left out. */
function canonical({ card_cvv2: _code, hash: _hash, ...rest }: SaleFields): string {
  return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
