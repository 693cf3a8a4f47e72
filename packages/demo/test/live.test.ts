import { createHmac, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as exchangeStore from '@cambio/bff/store/openStore.ts'
import { ProblemError } from '@cambio/partner/ProblemError.ts'
import { localhostCertificate } from '@cambio/rails/mail/localhostCertificate.ts'
import { testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { luhn } from '@cambio/wire/cardNumber.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import type { Sending } from '@cambio/wire/http/route.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Buyer, wallet } from './Buyer.ts'
import { bankStatement, type StatementLine } from './live/bankStatement.ts'
import { listedWallet } from './live/mainChain.ts'
import { bankAccount, openLive, webhookSecret } from './live/openLive.ts'
import { runToEnd } from './live/program.ts'

/*
 * Both programs as an operator runs them for real money, each a process of its own. Whom they talk to stands at the other
 * end of a real line: a mail server, an Ethereum node, markets, and doubles of Sumsub, Twilio and an acquirer that are made
 * from the documents of these. Addresses that browsers use are https.
 */

/** What everything that a fresh installation offers needs. */
const needed = [
  'DATABASE_URL',
  'EXCHANGE_KEY',
  'BASE_URL',
  'RATES',
  'SMTP_URL',
  'MAIL_FROM',
  'SUMSUB_APP_TOKEN',
  'SUMSUB_SECRET_KEY',
  'SUMSUB_WEBHOOK_SECRET',
  'SUMSUB_LEVELS',
  'PAYMENT_URL',
  'MERCHANT_KEY',
  'MERCHANT_PASSWORD',
  'SEPA_IBAN',
  'CHAIN_URL',
  'CHAIN_KEY',
  'CHAIN_XPUB',
  'caps.sepa.basicEurCents',
  'caps.crypto.basicEurCents',
]

/** Where a client has an account. */
const buyersIban = 'NL91ABNA0417164300'

/** Wallets that are paid once. */
const saver = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const yenBuyer = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'

const stack = /^\s+at /m

describe('a live start that lacks anything', () => {
  test('an incomplete live start names all that is missing, in an operator’s words', async () => {
    const { code, stderr } = await runToEnd('bff/src/main.ts', [], { MODE: 'live', PORT: '0' })
    expect(code).toBe(1)
    expect(stderr).not.toMatch(stack)
    for (const name of needed) expect(stderr).toContain(name)
  })

  test('an incomplete live start asks for nothing that its database does not offer', async () => {
    const { schema, appRole, migrations: directories } = exchangeStore
    const data = await testDatabase({ schema, appRole, directories })
    try {
      const environment = {
        MODE: 'live',
        PORT: '0',
        DATABASE_URL: data.url,
        DATABASE_OWNER_URL: data.ownerUrl,
        EXCHANGE_KEY: Buffer.alloc(32, 3).toString('base64'),
      }
      const words = [
        'payin.sepa.offered',
        'no',
        '--and',
        'payout.sepa.offered=no',
        '--and',
        'payin.card.offered=no',
      ]
      const set = await runToEnd('bff/src/cli.ts', ['tariff', 'set', ...words], environment)
      expect([set.code, set.stderr]).toEqual([0, ''])
      const { code, stderr } = await runToEnd('bff/src/main.ts', [], environment)
      expect(code).toBe(1)
      expect(stderr).not.toMatch(stack)
      expect(stderr).toContain('Set CHAIN_URL')
      expect(stderr).not.toMatch(/SEPA|caps\.sepa|MERCHANT|PAYMENT_URL|DATABASE_URL|EXCHANGE_KEY/)
      expect(stderr.match(/Set CHAIN_URL/g)).toHaveLength(1)
    } finally {
      await data.close()
    }
  })
})

describe('live', () => {
  let live: Awaited<ReturnType<typeof openLive>>
  beforeAll(async () => {
    setDefaultCACertificates([...getCACertificates('default'), localhostCertificate.cert])
    live = await openLive()
  })
  afterAll(() => live.close())

  let count = 0
  async function buyer(): Promise<Buyer> {
    count += 1
    const { request_id: entry } = await live.partner.call(contract.partner.createRequest, { body: {} })
    const email = `kundin-${count}@example.com`
    return new Buyer({ baseUrl: live.baseUrl, entry, email, readMail: codeFor })
  }

  /** The code in the newest mail to an address. */
  async function codeFor(email: string): Promise<string> {
    const mail = live.mail.received.findLast(({ to }) => to.includes(email))
    return /Ihr Code ist (\d{6})/.exec(mail?.raw ?? '')?.[1] ?? ''
  }

  test('a live exchange sells by card, end to end: code by mail, card at the acquirer, coins on the chain', async () => {
    const before = await live.chain.balanceOf(wallet)
    const ada = await buyer()
    const placed = await ada.place('50.00')
    await ada.charge(await ada.handInCard(realCard()))
    const order = await ada.until(({ status }) => status === 'finished')
    expect(live.acquirer.payments).toMatchObject([{ amount: '50.00', currency: 'EUR', status: 'SETTLED' }])
    const wei = BigInt(order.payout_amount.replace('.', ''))
    expect((await live.chain.balanceOf(wallet)) - before).toBe(wei)
    expect(order.client_order_id).toBe(placed.client_order_id)
    expect(live.mail.received.at(-1)?.raw).toContain('Subject: =?UTF-8?Q?Ihr_Code_f=C3=BCr_Laden?=')
  })

  test('a live exchange sends a buyer above the limit to Sumsub, and takes the card once Sumsub approves', async () => {
    const ada = await buyer()
    await ada.place('500.00')
    const limited = await ada.charge(await ada.handInCard(realCard()))
    expect(limited).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
    const page = new URL(limited.verification_url ?? '')
    const away = await fetch(`${live.baseUrl}${page.pathname}`, { redirect: 'manual' })
    const [applicant] = live.sumsub.applicants
    const clientId = applicant?.externalUserId ?? ''
    expect(away.headers.get('location')).toBe(`https://in.sumsub.com/websdk/p/${clientId}`)
    const approved = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }
    const documents = { firstName: 'JANE', lastName: 'DOE', dob: '1990-02-28', country: 'DEU' }
    live.sumsub.review(clientId, approved, documents)
    const createdAtMs = new Date().toISOString().replace('T', ' ').replace('Z', '')
    const body = JSON.stringify({ externalUserId: clientId, type: 'applicantReviewed', createdAtMs })
    const digest = createHmac('sha256', webhookSecret).update(body).digest('hex')
    const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }
    const answer = await fetch(`${live.baseUrl}/notices/sumsub`, { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
    await ada.until(({ status }) => status === 'processing')
    await ada.charge(await ada.handInCard(realCard()))
    // A busy machine has it captured by the time that this looks.
    const status = expect.stringMatching(/^(?:PENDING|SETTLED)$/)
    expect(live.acquirer.payments.at(-1)).toMatchObject({ amount: '500.00', status })
  })

  test('a live exchange sends texts by Twilio', async () => {
    const body = { phone: '+49 30 123456', channel: 'sms', sms_text: 'Bezahlt.' } as const
    await live.partner.call(contract.partnerClient.sendMessage, { body })
    await expect
      .poll(() => live.twilio.sent)
      .toEqual([expect.objectContaining({ To: '+4930123456', Body: 'Bezahlt.' })])
  })

  test('a live exchange has nothing of the sandbox', async () => {
    for (const path of ['/sandbox/outbox', '/sandbox/bank?order=x', '/sandbox/tx/0x00'])
      expect([path, (await fetch(live.baseUrl + path)).status]).toEqual([path, 404])
    const currencies = (await (await fetch(`${live.baseUrl}/api/v2/public/currency`)).json()) as object
    expect(currencies).toMatchObject({ EUR: expect.arrayContaining(['ETH']) })
    expect(JSON.stringify(currencies)).not.toContain('"BTC"')
  })

  /** A client of the partner's, and a session of its own. */
  async function registered(name: string) {
    const email = `${name}@example.com`
    const [password, origin] = ['correct horse battery', { client_ip: '203.0.113.7', remote_country: 'DE' }]
    const payer = { first_name: 'Ada', last_name: 'Beispiel' }
    // Of whom nothing is verified may pay in nothing.
    const verified = { email_verified: 1, phone: '+49 30 7654321', phone_verified: 1 } as const
    const body = { client_external_id: name, email, password, ...payer, ...verified, ...origin }
    await live.partner.call(contract.partnerClient.register, { body })
    return email
  }

  type OrderBody = Sending<typeof contract.partner.createOrder>['body']
  const place = (id: string, order: Omit<OrderBody, 'partner_order_id' | 'client_ip' | 'remote_country'>) =>
    live.partner.call(contract.partner.createOrder, {
      body: { partner_order_id: id, client_ip: '203.0.113.7', remote_country: 'DE', ...order },
    })
  const orderData = (id: string) =>
    live.partner.call(contract.partner.order, { params: { partner_order_id: id } })
  const becomes = (id: string, status: string) =>
    expect.poll(async () => (await orderData(id)).status, { interval: 200 }).toBe(status)

  /** Has the operator import a statement with one line. */
  async function imported(line: StatementLine) {
    const file = live.file(`${randomUUID()}.xml`)
    await writeFile(file, bankStatement(bankAccount, line))
    return live.operate('sepa', 'import', file)
  }

  test('a live exchange takes coins at an address and pays euros by the bank', async () => {
    const email = await registered('verkauft')
    const placed = await place('sold', {
      payin_currency: 'ETH',
      payin_group: 'crypto',
      payin_amount: '0.05',
      payout_currency: 'EUR',
      payout_group: 'sepa',
      dst_address: buyersIban,
      client_email: email,
    })
    if (!('crypto_address' in placed)) throw new Error('The order has no address.')
    await live.chain.pay(placed.crypto_address ?? '', 5n * 10n ** 16n)
    await becomes('sold', 'processing_payout')
    const { payout_amount, money } = await orderData('sold')
    expect(money).toMatchObject({ state: 'taken', amount: '0.050000000000000000', currency: 'ETH' })
    const file = live.file('payments.xml')
    // An order is being paid out from a moment before its payment stands in the bank's row.
    await expect.poll(() => live.operate('sepa', 'export', file)).toMatchObject({ payments: 1 })
    const written = await readFile(file, 'utf8')
    expect(written).toContain(`<InstdAmt Ccy="EUR">${payout_amount}</InstdAmt>`)
    expect(written).toContain(`<IBAN>${buyersIban}</IBAN>`)
    const endToEndId = /<EndToEndId>(.+)<\/EndToEndId>/.exec(written)?.[1] ?? ''
    const line = { side: 'DBIT', name: 'Ada Beispiel', iban: buyersIban } as const
    expect(await imported({ ...line, amount: payout_amount, endToEndId })).toMatchObject({ matched: 1 })
    await becomes('sold', 'finished')
  })

  test('a live exchange takes a bank transfer into a balance, which a code pays out on the chain', async () => {
    const client_email = await registered('spart')
    const coins = { payout_currency: 'ETH', client_email }
    const placed = await place('saved', {
      ...coins,
      payin_currency: 'EUR',
      payin_group: 'sepa',
      payin_amount: '100.00',
      payout_group: 'balance',
    })
    const line = { side: 'CRDT', amount: '100.00', name: 'BEISPIEL, ADA', iban: buyersIban } as const
    expect(await imported({ ...line, text: placed.client_order_id })).toMatchObject({ matched: 1 })
    await becomes('saved', 'finished')
    const { payout_amount } = await orderData('saved')
    expect(await live.operate('balance', 'show', client_email)).toMatchObject({
      balances: [{ currency: 'ETH', amount: payout_amount }],
    })
    const before = await live.chain.balanceOf(saver)
    const withdrawal = await place('withdrawn', {
      ...coins,
      payin_currency: 'ETH',
      payin_group: 'balance',
      payin_amount: '0.03',
      payout_group: 'crypto',
      dst_address: saver,
    })
    if (!('uuid' in withdrawal)) throw new Error('The order asks for no code.')
    const code = await live.codeOf(withdrawal.client_order_id)
    await live.partner.call(contract.partner.confirmOrder, { body: { uuid: withdrawal.uuid, code } })
    await becomes('withdrawn', 'finished')
    const withdrawn = await orderData('withdrawn')
    const wei = BigInt(withdrawn.payout_amount.replace('.', ''))
    expect((await live.chain.balanceOf(saver)) - before).toBe(wei)
  })

  test('a live exchange shows nobody how to pay for an order without a client before an e-mail address is confirmed', async () => {
    const bought = {
      payin_currency: 'EUR',
      payin_amount: '40.00',
      payout_currency: 'ETH',
      dst_address: wallet,
    }
    const sold = { payin_currency: 'ETH', payin_amount: '0.05', payout_currency: 'EUR' }
    await place('nobodys-sepa', { ...bought, payin_group: 'sepa' })
    await place('nobodys-coins', {
      ...sold,
      payin_group: 'crypto',
      payout_group: 'sepa',
      dst_address: buyersIban,
    })
    const placed = await place('nobodys', { ...bought, payin_group: 'card' })
    if (!('redirect' in placed)) throw new Error('The order has no page.')
    expect(placed.status).toBe('processing')
    for (const id of ['nobodys', 'nobodys-sepa', 'nobodys-coins'])
      expect(await orderData(id)).toMatchObject({
        status: 'pending',
        substatus: 'email_pending',
        crypto_address: null,
      })
    const entry = `${placed.client_order_id}~${new URL(placed.redirect).searchParams.get('k')}`
    const email = 'unbekannt@example.com'
    const ada = new Buyer({ baseUrl: live.baseUrl, entry, email, readMail: codeFor })
    await ada.identify()
    await ada.charge(await ada.handInCard(realCard()))
    await ada.until(({ status }) => status === 'finished')
    expect((await orderData('nobodys')).status_log.map(({ status }) => status)).toEqual([
      'payin_pending',
      'processing',
      'pending',
      'processing',
      'auth_success',
      'processing_payout',
      'finished',
    ])
  })

  test('a live exchange sells for yen, which have no smaller unit: fees are rounded up, and the lines add up', async () => {
    const yenTerms = { payin_currency: 'JPY', payin_amount: '8001', payout_currency: 'ETH' }
    const body = { partner_order_id: 'yen', payin_group: 'card', ...yenTerms } as const
    const quote = await live.partner.call(contract.partner.fee, { body })
    expect(quote).toMatchObject({ payin_amount: '8001', payin_fee: '97', margin_fee: '233' })
    const wei = (text: string) => BigInt(text.replace('.', ''))
    const [whole = '', part = ''] = quote.rate.split('.')
    const bought = ((8001n - 97n - 233n) * 10n ** 36n) / BigInt(whole + part.padEnd(18, '0'))
    expect(wei(quote.payout_amount) + wei(quote.payout_fee)).toBe(bought)

    const before = await live.chain.balanceOf(yenBuyer)
    const ada = await buyer()
    await ada.place('8001', { currency: 'JPY', address: yenBuyer })
    await ada.charge(await ada.handInCard(realCard()))
    const { payin_amount, payout_amount } = await ada.until(({ status }) => status === 'finished')
    expect(payin_amount).toBe('8001')
    expect(live.acquirer.payments.at(-1)).toMatchObject({
      amount: '8001',
      currency: 'JPY',
      status: 'SETTLED',
    })
    expect((await live.chain.balanceOf(yenBuyer)) - before).toBe(wei(payout_amount))
  })

  test('a live exchange refuses a wallet on the chain’s sanctions list before any money moves', async () => {
    const terms = { payin_currency: 'EUR', payin_amount: '50.00', payout_currency: 'ETH' } as const
    await expect(place('listed', { ...terms, dst_address: listedWallet })).rejects.toMatchObject({
      code: 'address_forbidden',
    })
  })

  test('a live exchange sells nothing that its markets disagree about, and says so', async () => {
    const body = { partner_order_id: 'apart', payin_currency: 'EUR', payin_amount: '50.00' }
    const quote = (payout_currency: string) =>
      live.partner.call(contract.partner.fee, { body: { ...body, payout_currency } }).then(
        () => 'sold',
        (error: unknown) => (error instanceof ProblemError ? error.code : 'failed'),
      )
    const isSold = () => expect.poll(() => quote('ETH'), { interval: 500 })
    live.markets.krakenSays('2700')
    try {
      await isSold().toBe('rate_unavailable')
      const { pairs } = await live.operate('rates')
      expect(pairs).toContainEqual(
        expect.objectContaining({
          pair: 'ETH-EUR',
          available: false,
          sources: Array(2).fill(expect.objectContaining({ why_not: 'too far from the others' })),
        }),
      )
    } finally {
      live.markets.krakenSays('2500')
    }
    await isSold().toBe('sold')
  })

  test('a live exchange shows the operator that its books agree with its chain, and its sources of prices', async () => {
    expect(await live.operate('chain', 'reconcile')).toMatchObject({ agrees: true })
    const { pairs } = await live.operate('rates')
    expect(pairs).toContainEqual(expect.objectContaining({ pair: 'ETH-EUR', available: true, price: '2501' }))
  })
})

/** A card that no one has published: a number of the right form that is drawn anew each time. */
function realCard() {
  const body = `453957${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
  const check = '0123456789'.split('').find((digit) => luhn(body + digit))
  return { number: `${body}${check}`, exp_month: '11', exp_year: '2039' }
}
