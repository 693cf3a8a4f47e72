import { createHmac } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as exchangeStore from '@cambio/bff/store/openStore.ts'
import { localhostCertificate } from '@cambio/rails/mail/localhostCertificate.ts'
import { testDatabase } from '@cambio/server/postgres/testing.ts'
import { luhn } from '@cambio/wire/cardNumber.ts'
import { contract } from '@cambio/wire/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Buyer, wallet } from './Buyer.ts'
import { openLive, webhookSecret } from './live/openLive.ts'
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

const stack = /^\s+at /m

describe('a live start that lacks anything', () => {
  test('names all of it, and says nothing that only a programmer reads', async () => {
    const { code, stderr } = await runToEnd('bff/src/main.ts', [], { MODE: 'live', PORT: '0' })
    expect(code).toBe(1)
    expect(stderr).not.toMatch(stack)
    for (const name of needed) expect(stderr).toContain(name)
  })

  test('needs nothing for what its database does not offer', async () => {
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
  }, 120_000)
})

describe('live', () => {
  let live: Awaited<ReturnType<typeof openLive>>
  beforeAll(async () => {
    setDefaultCACertificates([...getCACertificates('default'), localhostCertificate.cert])
    live = await openLive()
  }, 120_000)
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

  test('buys by card, end to end: code by mail, card at the acquirer, coins on the chain', async () => {
    const before = await live.chain.balanceOf(wallet)
    const ada = await buyer()
    const placed = await ada.place('50.00')
    await ada.charge(await ada.handInCard(realCard()))
    const order = await ada.until(({ status }) => status === 'finished', 60_000)
    expect(live.acquirer.payments).toMatchObject([{ amount: '50.00', currency: 'EUR', status: 'SETTLED' }])
    const wei = BigInt(order.payout_amount.replace('.', ''))
    expect((await live.chain.balanceOf(wallet)) - before).toBe(wei)
    expect(order.client_order_id).toBe(placed.client_order_id)
    expect(live.mail.received.at(-1)?.raw).toContain('Subject: =?UTF-8?Q?Ihr_Code_f=C3=BCr_Laden?=')
  }, 90_000)

  test('sends who is over the limit to Sumsub, and takes the card once Sumsub approves', async () => {
    const ada = await buyer()
    await ada.place('500.00')
    const limited = await ada.charge(await ada.handInCard(realCard()))
    expect(limited).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
    const page = new URL(limited.verification_url ?? '')
    const away = await fetch(`${live.baseUrl}${page.pathname}`, { redirect: 'manual' })
    const [applicant] = live.sumsub.applicants
    const clientId = applicant?.externalUserId ?? ''
    expect(away.headers.get('location')).toBe(`https://in.sumsub.com/websdk/p/${clientId}`)
    live.sumsub.review(clientId, { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } })
    const createdAtMs = new Date().toISOString().replace('T', ' ').replace('Z', '')
    const body = JSON.stringify({ externalUserId: clientId, type: 'applicantReviewed', createdAtMs })
    const digest = createHmac('sha256', webhookSecret).update(body).digest('hex')
    const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }
    const heard = await fetch(`${live.baseUrl}/notices/sumsub`, { method: 'POST', body, headers })
    expect(heard.status).toBe(200)
    await ada.until(({ status }) => status === 'processing')
    await ada.charge(await ada.handInCard(realCard()))
    expect(live.acquirer.payments.at(-1)).toMatchObject({ amount: '500.00', status: 'PENDING' })
  }, 60_000)

  test('texts by Twilio', async () => {
    const asked = { phone: '+49 30 123456', channel: 'sms', sms_text: 'Bezahlt.' } as const
    await live.partner.call(contract.partnerClient.sendMessage, { body: asked })
    await expect
      .poll(() => live.twilio.sent, { timeout: 10_000 })
      .toEqual([expect.objectContaining({ To: '+4930123456', Body: 'Bezahlt.' })])
  })

  test('has nothing of the sandbox', async () => {
    for (const path of ['/sandbox/outbox', '/sandbox/bank?order=x', '/sandbox/tx/0x00'])
      expect([path, (await fetch(live.baseUrl + path)).status]).toEqual([path, 404])
    const currencies = (await (await fetch(`${live.baseUrl}/api/v2/public/currency`)).json()) as object
    expect(currencies).toMatchObject({ EUR: expect.arrayContaining(['ETH']) })
    expect(JSON.stringify(currencies)).not.toContain('"BTC"')
  })

  test('shows the operator its chain and its sources of prices', async () => {
    expect(await live.operate('chain', 'show')).toMatchObject({ chain_id: 1 })
    expect(await live.operate('chain', 'reconcile')).toMatchObject({ agrees: true })
    const { pairs } = await live.operate('rates')
    expect(pairs).toContainEqual(expect.objectContaining({ pair: 'ETH-EUR', available: true, price: '2501' }))
  }, 120_000)
})

/** A card that no one has published: a number of the right form that is drawn anew each time. */
function realCard() {
  const body = `453957${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
  const check = '0123456789'.split('').find((digit) => luhn(body + digit))
  return { number: `${body}${check}`, exp_month: '11', exp_year: '2039' }
}
