import { BODY_BYTES } from '@cambio/server/http/door.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import * as fc from 'fast-check'
import { wildForm } from '../../sim/fuzz/wildForms.ts'
import { buyerAt } from '../buyer.ts'
import { saleFields, type Fields, type Reply } from '../rig.ts'

/** A card number with a right check digit and a security code that stand nowhere else. */
export const number = '5473962081573063'
export const code = '0739'

type Body = URLSearchParams | FormData | string

/**
 * Everything a merchant and a buyer do with a card: what goes well, what is declined, what is refused, and what fails.
 * @returns every answer, with its headers
 */
export async function spendCanary(paymentUrl: string, query: Query): Promise<string[]> {
  const answers: string[] = []
  const request = async (url: string, init?: RequestInit) => {
    const reply = await fetch(new URL(url, paymentUrl), init)
    const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`)
    answers.push([...headers, await reply.clone().text()].join('\n'))
    return reply
  }
  const buyer = buyerAt(request)
  let count = 0
  const fieldsOf = (changes: Fields) =>
    saleFields({ card_number: number, card_cvv2: code, order_id: `canary-${(count += 1)}`, ...changes })
  async function post(body: Body, headers: Record<string, string> = {}): Promise<Reply> {
    const reply = await request('/post', { method: 'POST', body, headers })
    return { status: reply.status, body: (await reply.json()) as Reply['body'] }
  }
  const sale = (changes: Fields, encode: (fields: Fields) => Body) => post(encode(fieldsOf(changes)))

  for (const encode of [formOf, multipartOf]) {
    // How a form was sent is forgotten once it is read: what becomes of the card then is looked at once.
    for (const card of rowsOf(cards, (_, index) => encode === formOf || index === 0)) {
      const sold = await sale({ ...card, req_token: 'Y' }, encode)
      if (sold.body['redirect_url']) await buyer.decide(sold, 'approve')
      const { card_token } = sold.body
      if (typeof card_token === 'string') await sale(byToken(card_token), encode)
      const token = await buyer.handedIn(card, code, number)
      const byFields = await sale({ ...byToken(token), card_cvv2: '' }, encode)
      if (byFields.body['result'] !== sold.body['result']) throw new Error(`It paid once: ${byFields.status}`)
      if (byFields.body['redirect_url']) await buyer.decide(byFields, 'decline')
    }
    for (const wrong of refused) {
      const reply = await sale(wrong, encode)
      if (reply.body['result'] !== 'ERROR') throw new Error(`It was not refused: ${JSON.stringify(wrong)}`)
    }
    await withoutVault(query, async () => {
      const { status } = await sale({ req_token: 'Y', payer_email: `${count}@example.com` }, encode)
      if (status !== 500) throw new Error(`It was to fail, and answered ${status}.`)
    })
  }
  for (const [body, type] of broken(fieldsOf({}))) await post(body, { 'content-type': type })
  for (const { headers, body } of fc.sample(wildForm(fc.constant('/post'), [fieldsOf({})]), bent)) {
    const sent = request('/post', { method: 'POST', headers, body: new Uint8Array(body) })
    // The rest of a body that is too large is not read: who still sends it may be cut off before the answer is read.
    await (body.byteLength > BODY_BYTES ? sent.catch(() => undefined) : sent)
  }
  for (const [url, init] of strays) await request(url, init)
  // Handed in, never taken: it stays for its ten minutes, sealed.
  await buyer.handedIn(cards[0], code, number)
  // And last what leaves the most behind: a SALE that goes well.
  await sale({ order_id: 'canary-last' }, formOf)
  return answers
}

const cards = [
  { card_exp_month: '01', card_exp_year: '2038' },
  { card_exp_month: '02', card_exp_year: '2038' },
  { card_exp_month: '03', card_exp_year: '2038' },
  { card_exp_month: '05', card_exp_year: '2038' },
  { card_exp_month: '06', card_exp_year: '2038' },
  { card_exp_month: '12', card_exp_year: '2038' },
  { card_exp_month: '12', card_exp_year: '2039' },
] as const

/** One wrong thing each, beside a whole card. The number in other fields is what a merchant's mistake would do. */
const refused: readonly Fields[] = [
  { hash: '0'.repeat(32) },
  { action: 'PURCHASE' },
  { client_key: '99999999-9999-4999-8999-999999999999' },
  { card_number: `${number}0` },
  { card_number: number.replace(/.{4}/g, '$& ') },
  { card_exp_month: '13' },
  { card_cvv2: `${code}00` },
  { order_amount: number },
  { order_id: `order-${number}` },
  { order_description: `card_cvv2=${code}, ${number}` },
  { payer_first_name: number },
  { payer_last_name: number.replace(/.{4}/g, '$&-') },
  { payer_email: `${number}@example.com` },
  { payer_zip: '' },
  { payer_country: number },
  { payer_ip: number },
  { term_url_3ds: `https://shop.example/?card=${number}` },
  { term_url_target: `n${number}` },
]

function broken(fields: Fields): readonly (readonly [string, string])[] {
  const form = formOf(fields).toString()
  return [
    [form, 'text/plain'],
    [form, 'application/json'],
    [JSON.stringify(fields), 'application/json'],
    [form, 'multipart/form-data; boundary=x'],
    [
      `--x\r\ncontent-disposition: form-data; name="card_cvv2"\r\n\r\n${code}`,
      'multipart/form-data; boundary=x',
    ],
    [`${form}&card_number=${number}1`, 'application/x-www-form-urlencoded'],
    [`${form}&card%5Bnumber%5D=${number}&${number}=${code}`, 'application/x-www-form-urlencoded'],
  ]
}

const bent = { seed: 1, numRuns: 200 }

/** A card where no card belongs. */
const strays: readonly (readonly [string, RequestInit])[] = [
  [`/fields/frame/${number}?code=${code}`, {}],
  [`/verify/3ds/${number}/${code}`, {}],
  [`/${number}`, { headers: { 'x-request-id': number, 'user-agent': `card_number=${number}` } }],
  [
    '/sandbox/3ds',
    { method: 'POST', body: new URLSearchParams({ PaReq: number, MD: code, TermUrl: number }) },
  ],
  ['/fields/sessions', { method: 'POST', body: `{"number":"${number}","code":"${code}"}` }],
  [
    `/fields/sessions/${number}/card`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"number":"${number}","code":"${code}"}`,
    },
  ],
]

function byToken(card_token: string): Fields {
  return { card_number: '', card_exp_month: '', card_exp_year: '', card_token }
}

/** Has every SALE that wants a token fail in the database, card in hand. */
async function withoutVault(query: Query, meanwhile: () => Promise<void>): Promise<void> {
  await query(statement('alter table vault_card rename to vault_card_away'))
  try {
    await meanwhile()
  } finally {
    await query(statement('alter table vault_card_away rename to vault_card'))
  }
}

function formOf(fields: Fields): URLSearchParams {
  return new URLSearchParams(fields)
}

function multipartOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
