import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeys } from '@cambio/bff/store/innerKeys.ts'
import { verifyLedger } from '@cambio/bff/store/ledger/verifyLedger.ts'
import * as exchangeStore from '@cambio/bff/store/openStore.ts'
import * as cardsStore from '@cambio/cards/program/migrations.ts'
import { createPartner } from '@cambio/partner/client.ts'
import { localhostCertificate } from '@cambio/rails/mail/localhostCertificate.ts'
import { login, mailServer } from '@cambio/rails/testing/mail/smtpRig.ts'
import { account, twilioDouble } from '@cambio/rails/testing/messages/twilioDouble.ts'
import { levels, sumsubDouble, token } from '@cambio/rails/testing/verification/sumsubDouble.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement, testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { CodeCallback } from '@cambio/wire/partner/Callback.ts'
import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { expect } from 'vitest'
import { operatorCall } from '../operatorCall.ts'
import * as acquirer from './acquirerDouble.ts'
import { hotWalletKey, openMainChain } from './mainChain.ts'
import { openMarkets } from './markets.ts'
import { endedWell, runToEnd, start, type Ended } from './program.ts'
import { openTlsFront } from './tlsFront.ts'

export const webhookSecret = 'sumsub webhook secret'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

/** The operator's account at its bank. */
export const bankAccount = 'DE75512108001245126199'

/** Of the first test vector of BIP 32. */
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'

/** What has no default in live: what a client of each verified level may pay in by coins and by its bank. */
const caps = ['crypto', 'sepa'].flatMap((group) =>
  VerificationLevel.options
    .filter((level) => level !== 'unverified')
    .map((level) => `caps.${group}.${level}EurCents=1500000`),
)
const and = (values: readonly string[]) => values.flatMap((value) => ['--and', value])

/** Both programs in live, as processes of their own, and everybody they talk to at the other end of a real line. */
export async function openLive() {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-live-'))
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, localhostCertificate.cert)
  const [exchangeData, cardsData] = [
    await testDatabase({
      schema: exchangeStore.schema,
      appRole: exchangeStore.appRole,
      directories: exchangeStore.migrations,
    }),
    await testDatabase({
      schema: cardsStore.schema,
      appRole: 'cards_app',
      directories: cardsStore.migrations,
    }),
  ]
  const [chain, mail, sumsub, twilio, cardAcquirer] = [
    await openMainChain(),
    await mailServer(),
    await sumsubDouble(),
    await twilioDouble(),
    await acquirer.openAcquirer(),
  ]
  const markets = await openMarkets()
  const [exchangePort, cardsPort] = [await freePort(0), await freePort(0)]
  const [toExchange, toCards, toAcquirer] = [
    await openTlsFront(exchangePort),
    await openTlsFront(cardsPort),
    await openTlsFront(Number(new URL(cardAcquirer.url).port)),
  ]

  const common = { MODE: 'live', NODE_EXTRA_CA_CERTS: authority, DATA_DIR: folder }
  const cardsEnvironment = {
    ...common,
    CARDS_PORT: String(cardsPort),
    PAYMENT_URL: toCards.url,
    CARDS_DATABASE_URL: cardsData.url,
    CARDS_KEY: key(1),
    CAPTURE_DELAY_MS: '100',
    CARDS_UPSTREAM_URL: toAcquirer.url,
    CARDS_UPSTREAM_CLIENT_KEY: acquirer.clientKey,
    CARDS_UPSTREAM_PASSWORD: acquirer.password,
  }
  const exchangeEnvironment = {
    ...common,
    PORT: String(exchangePort),
    BASE_URL: toExchange.url,
    PAYMENT_URL: toCards.url,
    DATABASE_URL: exchangeData.url,
    EXCHANGE_KEY: key(2),
    CHAIN_URL: chain.url,
    CHAIN_KEY: hotWalletKey,
    CHAIN_XPUB: xpub,
    CHAIN_CONFIRMATIONS: '2',
    RATES: markets.settings,
    SEPA_IBAN: bankAccount,
    SEPA_BENEFICIARY: 'Beispiel Wechsel GmbH',
    SMTP_URL: `smtp://${login.user}:${encodeURIComponent(login.password)}@localhost:${mail.port}`,
    MAIL_FROM: 'Cambio <codes@exchange.example>',
    SUMSUB_URL: sumsub.url,
    SUMSUB_APP_TOKEN: token.appToken,
    SUMSUB_SECRET_KEY: token.secretKey,
    SUMSUB_WEBHOOK_SECRET: webhookSecret,
    SUMSUB_LEVELS: Object.entries(levels)
      .map((level) => level.join('='))
      .join(','),
    TWILIO_URL: twilio.url,
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_AUTH_TOKEN: account.login.password,
    TWILIO_SMS_FROM: account.smsSender,
  }

  /** A command of one of the two command lines, answered as JSON. @throws Error when it fails */
  async function command(
    entry: 'bff/src/cli.ts' | 'cards/src/cli.ts',
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) {
    return jsonOf(words, await runToEnd(entry, [...words, '--json'], environment))
  }

  const cards = await start('cards/src/main.ts', cardsEnvironment)
  const merchant = await command(
    'cards/src/cli.ts',
    [
      'merchant',
      'create',
      ...'--name Cambio --acquirer upstream --capture-delay-ms 100 --require-signature'.split(' '),
    ],
    cardsEnvironment,
  )
  const ready = {
    ...exchangeEnvironment,
    MERCHANT_KEY: String(merchant.client_key),
    MERCHANT_PASSWORD: String(merchant.password),
    MERCHANT_SIGNING_SECRET: String(merchant.signing_secret),
  }
  const [first = '', ...others] = caps
  await command('bff/src/cli.ts', ['tariff', 'set', ...first.split('='), ...and(others)], ready)
  const exchange = await start('bff/src/main.ts', ready)
  const named = '--name Laden --origin https://laden.example'
  const made = await command('bff/src/cli.ts', ['partner', 'create', ...named.split(' ')], ready)
  const baseUrl = `http://localhost:${exchangePort}`
  const { query } = exchangeData.database
  // Where live calls nobody: an address of the machine itself, which the command would not take.
  await query(statement(`update partner set callback_url = 'https://127.0.0.1:9/callbacks'`))
  return {
    baseUrl,
    chain,
    mail,
    sumsub,
    twilio,
    acquirer: cardAcquirer,
    markets,
    /** A command of the operator's while all runs, answered as JSON. @throws Error when it fails */
    async operate(...words: string[]) {
      const ended = await operatorCall(ready, [...words, '--json'])
      return jsonOf(words, ended)
    },
    /** A file that the operator has from the bank, or writes for it. */
    file: (name: string) => join(folder, name),
    /** The code of a withdrawal, which a partner would be sent. */
    async codeOf(orderId: string): Promise<string> {
      const text = 'select body_sealed from withdrawal_code where order_id = $1'
      const [row] = await query<{ body_sealed: Buffer }>({ name: 'live_code', text, values: [orderId] })
      const ring = keyring([Buffer.from(exchangeEnvironment.EXCHANGE_KEY, 'base64')])
      const keys = await openKeys({ query, keyring: ring, random: systemRandom })
      const body = keys.open(`withdrawal code ${orderId}`, row?.body_sealed ?? Buffer.alloc(0))
      return CodeCallback.parse(JSON.parse(body)).withdrawal.code
    },
    partner: createPartner({ baseUrl, apiKey: String(made.api_key), secret: String(made.secret) }),
    async close() {
      const ends = [await exchange.stop(), await cards.stop()]
      for (const { code, stderr } of ends) expect(endedWell, stderr).toContain(code)
      for (const data of [exchangeData, cardsData]) expect(await imbalances(data.database.query)).toEqual([])
      expect(await verifyLedger({ query, now: () => new Date() })).toMatchObject({ firstAltered: null })
      for (const each of [toExchange, toCards, toAcquirer, chain, exchangeData, cardsData]) await each.close()
      for (const each of [mail, sumsub, twilio, cardAcquirer, ...markets.all])
        await each[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a command has answered. @throws Error when it failed */
function jsonOf(words: readonly string[], { code, stdout, stderr }: Ended) {
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}${stdout}`)
  return JSON.parse(stdout)
}
