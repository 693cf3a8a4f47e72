import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { passwordKeys } from '@cambio/server/cardMove/passwordKeys.ts'
import { writeSealedFile } from '@cambio/server/keys/sealedFile.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '../../src/vault/tokens.ts'
import { merchantId, password, visa } from '../rig.ts'
import { openCommandLine, type CommandLine } from './commandLine.ts'

/* Stored cards move from one platform of the operator's to another, by commands on both. */

let here: CommandLine
let there: CommandLine
let folder: string
let key: { here: string; there: string }
let fingerprint: { here: string; there: string }
beforeAll(async () => {
  here = await openCommandLine()
  there = await openCommandLine()
  folder = dirname(here.keyFile)
  const [own, other] = [await here.data('card', 'key'), await there.data('card', 'key')]
  key = { here: String(own['public_key']), there: String(other['public_key']) }
  fingerprint = { here: String(own['fingerprint']), there: String(other['fingerprint']) }
})
afterAll(async () => {
  await here.close()
  await there.close()
})

const file = (name: string) => join(folder, name)
const move = 'a2c4e6f8-0b1d-4f3a-8c5e-7d9b1f3a5c7e'
const exchangeKeys = passwordKeys({ random: systemRandom }, [password])
let orders = 0

/** What the exchange hands its platform: the cards of a move, or those that nobody has saved any more. */
async function hand(name: string, format: string, tokens: readonly string[], more: object = {}) {
  const parts = tokens.map((token) => ({ is: 'card', hash: hashOf(token).toString('hex') }))
  const heading = { format, move, merchant: merchantId, ...more }
  await writeSealedFile(exchangeKeys, { file: file(name), heading, parts })
}

async function stored(line: CommandLine, fields: Record<string, string> = {}): Promise<string> {
  orders += 1
  const { body } = await line.rig.sale({ req_token: 'Y', order_id: `stored-${orders}`, ...fields })
  expect(body).toMatchObject({ result: 'SUCCESS' })
  return String(body['card_token'])
}

async function pay(line: CommandLine, card_token: string): Promise<unknown> {
  orders += 1
  const typed = { card_number: '', card_exp_month: '', card_exp_year: '' }
  const { body } = await line.rig.sale({ ...typed, card_token, order_id: `token-${orders}` })
  return body['result']
}

const moving = (to: string, ...more: string[]) =>
  here.call(
    'card',
    'move',
    file('list'),
    '--platform',
    to,
    '--merchant',
    merchantId,
    '--file',
    file('cards'),
    ...more,
  )
const receiving = (from = 'cards') =>
  there.call('card', 'receive', file(from), '--file', file('tokens'), '--json')

test('stored cards move to a platform that both settings list, sealed to it, and are forgotten once they are released', async () => {
  const token = await stored(here)
  const second = await stored(here, { card_exp_month: '03' })
  const gone = 'f'.repeat(64)
  await hand('list', 'cambio card list 1', [token, second, gone])

  // Nobody's key but those in the settings of both.
  expect(await moving(fingerprint.there)).toMatchObject({
    ok: false,
    output: expect.stringContaining('CARDS_PLATFORMS lists no platform'),
  })
  here.list([key.there])
  const moved = await moving(fingerprint.there)
  expect(moved.output).toMatch(
    /^2 cards are sealed for .*\n1 card is left out: expired, or no longer stored here\./,
  )
  expect(await receiving()).toMatchObject({ ok: false, output: expect.stringMatching(/does not list/) })
  there.list([key.here])

  // Each of the steps out of its order says which comes first.
  expect((await receiving('list')).output).toContain('is not a file that “card move” writes')
  expect((await here.call('card', 'receive', file('cards'), '--file', file('x'))).output).toContain(
    `is sealed for platform ${fingerprint.there}`,
  )
  expect((await here.call('card', 'forget', file('list'))).output).toContain('“partner cards release” writes')
  const lines = (await readFile(file('cards'), 'utf8')).trimEnd().split('\n')
  for (const part of lines.slice(1))
    expect(Buffer.from(part, 'base64').toString('latin1')).not.toContain(visa)
  await writeFile(file('short'), `${lines.slice(0, -1).join('\n')}\n`)
  const heading = JSON.parse(String(lines[0])) as object
  const redirected = JSON.stringify({ ...heading, toMerchant: '22222222-2222-4222-8222-222222222222' })
  await there.rig.saveMerchant({ id: '22222222-2222-4222-8222-222222222222' })
  await writeFile(file('redirected'), `${[redirected, ...lines.slice(1)].join('\n')}\n`)
  for (const bad of ['short', 'redirected'])
    expect((await receiving(bad)).output, bad).toContain('is damaged')
  await there.call('merchant', 'update', merchantId, '--tokenization', 'off')
  expect((await receiving()).output).toContain('stores no cards')
  await there.call('merchant', 'update', merchantId, '--tokenization', 'on')
  const rows = () => there.rig.owner.query(statement('select from vault_card'))
  expect(await rows()).toHaveLength(0)

  // Stored once, however often.
  const known = await stored(there, { card_exp_month: '03' })
  for (let again = 0; again < 2; again += 1)
    expect(JSON.parse((await receiving()).output)).toMatchObject({ move_id: move, received: 2 })
  expect(await rows()).toHaveLength(2)
  expect(await pay(there, known)).toBe('SUCCESS')
  expect(await pay(there, await stored(there))).toBe('SUCCESS')
  expect(await rows()).toHaveLength(2)
  expect(await readFile(file('tokens'), 'utf8')).not.toContain(known)

  // Forgotten, unless a SALE had it stored again: then somebody may have learnt its token since.
  const at = () => here.rig.platform.clock.now().toISOString()
  here.rig.pass(2 * 60 * 60_000)
  await stored(here)
  await hand('release', 'cambio card release 1', [token, second], { at: at() })
  const forget = () => here.data('card', 'forget', file('release'))
  expect(await forget()).toMatchObject({ forgotten: 1, kept: 1 })
  expect(await pay(here, token)).toBe('SUCCESS')
  expect(await pay(here, second)).toBe('ERROR')
  here.rig.pass(2 * 60 * 60_000)
  await hand('release', 'cambio card release 1', [token], { at: at() })
  expect(await forget()).toMatchObject({ forgotten: 1, kept: 0 })
  expect(await forget()).toMatchObject({ forgotten: 0, kept: 0 })
  expect(await pay(here, token)).toBe('ERROR')
})

test('a list that the exchange of another password wrote moves nothing', async () => {
  here.list([key.there])
  const other = passwordKeys({ random: systemRandom }, ['another password'])
  const heading = { format: 'cambio card list 1', move, merchant: merchantId }
  await writeSealedFile(other, { file: file('list'), heading, parts: [] })
  expect((await moving(fingerprint.there)).output).toContain('the merchant’s password differs')
})
