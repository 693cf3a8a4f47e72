import { standardSnapshot } from '@cambio/exchange/catalogue/snapshotOf.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { describe, expect, test } from 'vitest'
import { retirementOf } from '../http/retirement.ts'
import { checkLive, checkWhole } from './checkLive.ts'
import {
  ExchangeEnvironment,
  SANDBOX_IBAN,
  SANDBOX_MERCHANT_KEY,
  SANDBOX_MERCHANT_PASSWORD,
} from './environment.ts'

const read = (variables: Readonly<Record<string, string>>) => readEnvironment(ExchangeEnvironment, variables)

test('the mail server, its login and the sender are read from their addresses', () => {
  const { SMTP_URL, MAIL_FROM } = read({
    SMTP_URL: 'smtp://codes%40example.com:p%40ss@[2001:db8::1]',
    MAIL_FROM: 'Cambio Codes <codes@example.com>',
  })
  expect(SMTP_URL).toEqual({
    protocol: 'smtp',
    host: '2001:db8::1',
    port: 587,
    login: { user: 'codes@example.com', password: 'p@ss' },
  })
  expect(MAIL_FROM).toEqual({ name: 'Cambio Codes', address: 'codes@example.com' })
  expect(read({ SMTP_URL: 'smtps://mail.example.com' }).SMTP_URL).toEqual({
    protocol: 'smtps',
    host: 'mail.example.com',
    port: 465,
  })
  expect(read({ MAIL_FROM: 'codes@example.com' }).MAIL_FROM).toEqual({
    name: '',
    address: 'codes@example.com',
  })
})

test('markets are read with the addresses at which they are reached', () => {
  expect(read({ RATES: 'kraken, bitstamp=https://proxy.example/bitstamp/' }).RATES).toEqual([
    { name: 'kraken' },
    { name: 'bitstamp', baseUrl: 'https://proxy.example/bitstamp' },
  ])
})

describe('a provider’s setting that cannot be read says what it must be', () => {
  test.for([
    ['SMTP_URL', 'mail.example.com', 'a mail server such as smtp://'],
    ['SMTP_URL', 'http://mail.example.com', 'a mail server such as smtp://'],
    ['SMTP_URL', 'smtp://user@mail.example.com', 'a mail server such as smtp://'],
    ['SMTP_URL', 'smtp://%ff:x@mail.example.com', 'a mail server such as smtp://'],
    ['MAIL_FROM', 'Cambio', 'a sender such as'],
    ['MAIL_FROM', 'Cambio <codes@example.com>, Thief <t@example.com>', 'a sender such as'],
    ['RATES', 'kraken', 'two markets at least'],
    ['RATES', 'kraken,kraken', 'two markets at least'],
    ['RATES', 'kraken,constructor', 'two markets at least'],
    ['RATES', 'kraken,bitstamp=ftp://x', 'two markets at least'],
    ['SUMSUB_LEVELS', 'identity=basic', 'your levels, three of them'],
    ['SUMSUB_LEVELS', 'identity=a,address=b,bank_statement=c,more=d', 'your levels, three of them'],
    ['SUMSUB_APP_TOKEN', 'short', 'a text of at least 8 characters'],
    ['TWILIO_ACCOUNT_SID', 'SK1', 'the SID of an account'],
    ['TWILIO_SMS_FROM', '030 123456', 'a number such as'],
    ['TWILIO_WHATSAPP_FROM', `MG${'0'.repeat(32)}`, 'a number such as'],
    ['LEGAL_TERMS_URL', 'example.com/terms', 'an http or https address, which may hold {language}'],
    ['LEGAL_TERMS_URL', 'mailto:help@example.com', 'an http or https address, which may hold {language}'],
    ['LEGAL_HELP_URL', 'javascript:alert(1)', 'an http, https or mailto address'],
    ['LEGAL_LANGUAGES', 'en,xx', 'some of ar, bg'],
    ['TWILIO_TEMPLATES', 'paid', 'template names with their content SIDs'],
    ['TWILIO_TEMPLATES', 'paid=HX1', 'template names with their content SIDs'],
  ] as const)('%s as %s', ([name, value, must]) => {
    expect(() => read({ [name]: value })).toThrow(`${name} must be ${must}`)
  })
})

test('a partly configured provider keeps the program from starting, even in a sandbox', () => {
  expect(() => checkWhole(read({ LEGAL_TERMS_URL: 'https://example.com/terms' }))).toThrow(
    'Set LEGAL_NAME and LEGAL_VERSION',
  )
  expect(() => checkWhole(read({ SMTP_URL: 'smtp://mail.example.com' }))).toThrow(
    'Set MAIL_FROM, since SMTP_URL is set.',
  )
  expect(() => checkWhole(read({ SUMSUB_APP_TOKEN: 'app-token', SUMSUB_SECRET_KEY: 'its-secret' }))).toThrow(
    'Set SUMSUB_WEBHOOK_SECRET and SUMSUB_LEVELS, since SUMSUB_APP_TOKEN and SUMSUB_SECRET_KEY are set.',
  )
  expect(() => checkWhole(read({ SUMSUB_APP_TOKEN: 'app-token' }))).toThrow(
    'Set SUMSUB_SECRET_KEY, SUMSUB_WEBHOOK_SECRET, and SUMSUB_LEVELS, since SUMSUB_APP_TOKEN is set.',
  )
  expect(() => checkWhole(read({}))).not.toThrow()
})

describe('live', () => {
  const complete = {
    MODE: 'live',
    DATABASE_URL: 'postgres://exchange@localhost/exchange',
    EXCHANGE_KEY: Buffer.alloc(32, 1).toString('base64'),
    BASE_URL: 'https://exchange.example',
    RATES: 'kraken,bitstamp',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'codes@exchange.example',
    SUMSUB_APP_TOKEN: 'app-token',
    SUMSUB_SECRET_KEY: 'its-secret',
    SUMSUB_WEBHOOK_SECRET: 'of-webhooks',
    SUMSUB_LEVELS: 'identity=a,address=b,bank_statement=c',
    PAYMENT_URL: 'https://cards.example',
    MERCHANT_KEY: '22222222-2222-4222-8222-222222222222',
    MERCHANT_PASSWORD: 'of-the-merchant',
    MERCHANT_SIGNING_SECRET: Buffer.alloc(32, 2).toString('base64'),
    SEPA_IBAN: 'DE75512108001245126199',
    SEPA_BENEFICIARY: 'Example Exchange Ltd',
    CHAIN_URL: 'https://node.example',
    CHAIN_KEY: '11'.repeat(32),
    CHAIN_XPUB:
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  }

  /** The needs that a live start reports if everything is offered. */
  function needsOf(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
    try {
      const variablesSet = Object.entries(variables).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      )
      checkLive(read(Object.fromEntries(variablesSet)), { snapshot: standardSnapshot, isSet: () => true })
      return []
    } catch (error) {
      return [...String(error).matchAll(/^  - Set (.*)/gm)].map(([, need = '']) => need)
    }
  }

  test('a program starts where no variable is missing', () => expect(needsOf(complete)).toEqual([]))

  test.for(Object.keys(complete).filter((name) => name !== 'MODE'))('without %s names it alone', (name) => {
    const needs = needsOf({ ...complete, [name]: undefined })
    expect(needs).toEqual([expect.stringMatching(new RegExp(`^${name}\\b`))])
  })

  test.for([
    ['BASE_URL', 'http://exchange.example'],
    ['PAYMENT_URL', 'http://cards.example'],
    ['MERCHANT_KEY', SANDBOX_MERCHANT_KEY],
    ['MERCHANT_PASSWORD', SANDBOX_MERCHANT_PASSWORD],
    ['SEPA_IBAN', SANDBOX_IBAN],
  ] as const)('refuses %s as %s', ([name, value]) => {
    expect(needsOf({ ...complete, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}\\b`)),
    ])
  })

  test.for([
    [{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` }, ['TWILIO_AUTH_TOKEN']],
    [{ TWILIO_SMS_FROM: '+4930123456' }, ['TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN']],
    [
      { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'auth-token' },
      ['TWILIO_SMS_FROM or TWILIO_WHATSAPP_FROM'],
    ],
    [{ CHAIN_URL: undefined, CHAIN_KEY: undefined }, ['CHAIN_URL', 'CHAIN_KEY']],
    [{ SMTP_URL: undefined, MAIL_FROM: undefined }, ['SMTP_URL and MAIL_FROM']],
  ] as const)('with %s names what is missing', ([changed, names]) => {
    const needs = needsOf({ ...complete, ...changed })
    expect(needs).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}\\b`))))
  })
})

test('version 1 goes at two dates that are six months apart at least, or stays', () => {
  const retirement = (from: string, sunset: string) =>
    retirementOf(read({ V1_DEPRECATED_FROM: from, V1_SUNSET: sunset }))
  expect(retirementOf(read({}))).toBeNull()
  expect(retirement('2027-01-01', '2027-07-01')).toEqual({
    deprecatedFrom: new Date('2027-01-01T00:00:00Z'),
    sunset: new Date('2027-07-01T00:00:00Z'),
  })
  expect(() => retirement('2027-01-01', '2027-06-30')).toThrow('six months')
  expect(() => retirementOf(read({ V1_SUNSET: '2027-07-01' }))).toThrow('Set both')
  for (const day of ['2027-02-30', '1.1.2027', '2027-1-1'])
    expect(() => read({ V1_SUNSET: day })).toThrow('a date such as 2027-01-31')
})
