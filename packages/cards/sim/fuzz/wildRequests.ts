import { signRequest } from '@cambio/wire/partner/signature.ts'
import * as fc from 'fast-check'
import { nonceHeader } from '../../src/fields/nonceHeader.ts'
import {
  byToken,
  byWallet,
  forgedSales,
  followUpFields,
  byOrderFields,
  merchantId,
  password,
  saleFields,
  visa,
} from './rightForms.ts'
import type { Target } from './target.ts'
import { wildForm } from './wildForms.ts'
import { wildJsonRequest } from './wildJson.ts'
import type { WildRequest } from './WildRequest.ts'
import { nearlyKeys } from './wildText.ts'

/** Any request, mostly one that was nearly right. */
export function wildRequest(target: Target): fc.Arbitrary<WildRequest> {
  const { sales, sessions, nonces, secrets } = target
  const post = fc.constant('/post')
  const transactions = sales.map((sale) => sale.trans_id)
  const followUps = transactions.flatMap((id) =>
    ['CAPTURE', 'CREDITVOID', 'GET_TRANS_STATUS', 'GET_TRANS_DETAILS'].map((action) =>
      followUpFields(action, id),
    ),
  )
  const byOrder = sales.map(({ order_id }) => byOrderFields(order_id))
  const strange = followUps[0]?.['hash'] ?? ''
  const forgedFollowUps = [...followUps.slice(4), ...byOrder].map((fields) => ({ ...fields, hash: strange }))
  const token = sales[0]?.card_token ?? ''
  const pages = sales.map(({ trans_id }) => ({
    PaReq: secrets.challengeSecret('request', trans_id),
    PaRes: `approve.${'A'.repeat(43)}`,
    MD: trans_id,
    TermUrl: `http://localhost:8789/verify/3ds/${trans_id}/${secrets.challengeSecret('term', trans_id)}`,
  }))
  const session = {
    client_key: merchantId,
    parent_origin: 'https://exchange.example',
    ancestors: ['https://exchange.example', 'https://shop.example'],
    locale: 'de-AT',
    theme: { accent: '#0a7', radius: '4px' },
  }
  const card = { number: visa, exp_month: '01', exp_year: '2038', code: '123' }
  const handInPath = fc.constantFrom(...sessions).map((id) => `/fields/sessions/${id}/card`)
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc.nat(1e6).chain((order) => wildForm(post, [saleFields({ order_id: `wild-${order}` })])),
    },
    {
      weight: 3,
      arbitrary: fc.nat(1e6).chain((order) => wildForm(post, [byToken(`token-${order}`, token)])),
    },
    {
      weight: 2,
      arbitrary: fc.nat(1e6).chain((order) => wildForm(post, [byWallet(`wallet-${order}`)])),
    },
    { weight: 4, arbitrary: wildForm(post, [...followUps, ...byOrder]) },
    {
      weight: 2,
      arbitrary: fc.nat(1e6).chain((order) => wildForm(post, forgedSales(`forged-${order}`))),
    },
    { weight: 1, arbitrary: wildForm(post, forgedFollowUps) },
    {
      weight: 3,
      arbitrary: wildJsonRequest({ path: fc.constant('/fields/sessions'), body: session }, (path, body) => ({
        'api-signature': signRequest(password, path, new TextDecoder().decode(body)),
      })),
    },
    {
      weight: 3,
      arbitrary: wildJsonRequest({ path: handInPath, body: card }, (path) => ({
        [nonceHeader]: nonces.get(path.split('/')[3] ?? '') ?? '',
      })),
    },
    { weight: 2, arbitrary: wildReading(sessions) },
    { weight: 1, arbitrary: wildForm(fc.constant('/sandbox/3ds'), pages) },
    {
      weight: 1,
      arbitrary: wildForm(
        fc.constantFrom(...pages).map(({ TermUrl }) => new URL(TermUrl).pathname),
        pages,
      ),
    },
    { weight: 2, arbitrary: wildPath(transactions, sessions) },
  )
}

/** A merchant asks how a session stands, by its key or by what a lax reader would take for one. */
function wildReading(sessions: readonly string[]): fc.Arbitrary<WildRequest> {
  const key = fc.oneof(fc.constant(merchantId), fc.constantFrom(...nearlyKeys(merchantId)))
  return fc.tuple(fc.constantFrom(...sessions, 'nobody'), key).map(([id, key]) => {
    const path = `/fields/sessions/${id}`
    return {
      method: 'GET',
      path,
      headers: { 'api-key': key, 'api-signature': signRequest(password, path, '') },
      body: Buffer.alloc(0),
      chunked: false,
    }
  })
}

/** Addresses that lead nowhere, or look as if they did. */
function wildPath(transactions: readonly string[], sessions: readonly string[]): fc.Arbitrary<WildRequest> {
  const word = fc.oneof(
    fc.constantFrom(
      ...transactions,
      ...sessions.slice(0, 3),
      '__proto__',
      '..',
      '%2e%2e',
      '%00',
      '%',
      '%ff',
      '%C0%80',
      '*',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constant('9'.repeat(2_000)),
  )
  const path = fc.oneof(
    fc.tuple(word, word).map(([a, b]) => `/verify/3ds/${a}/${b}`),
    fc.tuple(word, word).map(([a, b]) => `/sandbox/redirect/${a}/${b}`),
    word.map((a) => `/fields/frame/${a}`),
    word.map((a) => `/fields/sessions/${a}`),
    word.map((a) => `/fields/assets/${a}`),
    word.map((a) => `/${a}`),
    word.map((a) => `/post/${a}?${a}`),
  )
  return fc
    .tuple(path, fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE'), word)
    .map(([path, method, key]) => ({
      method,
      path,
      headers: { 'api-key': key, 'api-signature': key, 'api-timestamp': key, 'x-forwarded-for': key },
      body: Buffer.alloc(0),
      chunked: false,
    }))
}
