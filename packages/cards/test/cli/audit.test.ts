import { passwordKeys } from '@cambio/server/cardMove/passwordKeys.ts'
import { writeSealedFile } from '@cambio/server/keys/sealedFile.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardsCommands } from '../../src/cli/cardsCommands.ts'
import { merchantId, password, type Rig } from '../rig.ts'
import { openCommandLine, type CommandLine } from './commandLine.ts'

/* Who of the operator's people changed something, and why, is kept with what was changed. */

let line: CommandLine
let rig: Rig
beforeAll(async () => {
  line = await openCommandLine()
  ;({ rig } = line)
})
afterAll(() => line.close())

const acts = (...words: string[]) => line.data('audit', 'list', ...words)
const by = ['--actor', 'ada', '--reason', 'The bank asked for it']

/** A payment that was captured, and the id of a notification of it. */
async function settled(order_id: string): Promise<{ payment: string; notification: string }> {
  const { body } = await rig.sale({ order_id })
  rig.pass(1_000)
  await rig.settle()
  const [row] = await rig.owner.query<{ id: string }>({
    name: 'notification_of',
    text: 'select id from notification where transaction_id = $1',
    values: [body.trans_id],
  })
  return { payment: body.trans_id, notification: row?.id ?? '' }
}

const reads = [
  'card key',
  'merchant list',
  'transaction list',
  'settlement report',
  'notification list',
  'audit list',
]

/** Calls by which stored cards move, from this platform to itself. */
async function cardCalls() {
  const { public_key, fingerprint } = await line.data('card', 'key')
  line.list([String(public_key)])
  const of = (kind: string) => `${line.keyFile}.${kind}`
  const keys = passwordKeys({ random: systemRandom }, [password])
  for (const [kind, more] of [
    ['list', {}],
    ['release', { at: rig.platform.clock.now().toISOString() }],
  ] as const) {
    const heading = { format: `cambio card ${kind} 1`, move, merchant: merchantId, ...more }
    await writeSealedFile(keys, { file: of(kind), heading, parts: [] })
  }
  const sealed = { platform: String(fingerprint), merchant: merchantId, file: of('cards') }
  const words = Object.entries(sealed).flatMap(([name, value]) => [`--${name}`, value])
  const about = merchantId
  return {
    'card move': { words: [of('list'), ...words], about, options: { ...sealed, move } },
    'card receive': {
      words: [of('cards'), '--file', of('tokens')],
      about,
      options: { file: of('tokens'), move },
    },
    'card forget': { words: [of('release')], about, options: { move } },
  }
}

const move = 'a2c4e6f8-0b1d-4f3a-8c5e-7d9b1f3a5c7e'

/** A call of each command that changes something, and what that is about. */
async function changes(): Promise<Record<string, { words: string[]; about: unknown; options?: object }>> {
  const { payment, notification } = await settled('audited')
  const url = rig.merchant.notificationUrl ?? ''
  const cards = await cardCalls()
  return {
    'merchant create': {
      words: ['--name', 'Shop'],
      about: expect.stringMatching(/^[0-9a-f-]{36}$/),
      options: { name: 'Shop' },
    },
    'merchant update': {
      words: [merchantId, '--sales-per-minute', ''],
      about: merchantId,
      options: { 'sales-per-minute': null },
    },
    'merchant rotate': {
      words: [merchantId, '--overlap', '7d'],
      about: merchantId,
      options: { overlap: 7 * 86_400_000 },
    },
    'merchant block': { words: [merchantId], about: merchantId },
    'merchant unblock': { words: [merchantId], about: merchantId },
    chargeback: { words: [payment, '--amount', '5.00'], about: payment, options: { amount: '5.00' } },
    'chargeback won': { words: [payment], about: payment },
    'notification resend': { words: [notification], about: notification },
    'notification unblock': { words: [url], about: url },
    ...cards,
    'key rotate': { words: [], about: 'key-encryption keys' },
    'key prune': { words: [], about: 'key-encryption keys' },
  }
}

test('every command that changes something keeps who called it, why, and its other arguments', async () => {
  const calls = await changes()
  const names = await Promise.all(
    cardsCommands.commands.map(async (command) => ('load' in command ? command.load() : command)),
  )
  expect(names.map(({ name }) => name).toSorted()).toEqual([...Object.keys(calls), ...reads].toSorted())
  for (const [act, { words, about, options = {} }] of Object.entries(calls)) {
    rig.pass(1_000)
    await line.data(...act.split(' '), ...words, ...by)
    const [newest] = await acts()
    expect(newest).toEqual({
      at: rig.platform.clock.now().toISOString(),
      actor: 'ada',
      act,
      about,
      options,
      reason: 'The bank asked for it',
    })
  }
  expect(await acts()).toHaveLength(Object.keys(calls).length)
  expect((await acts('--about', merchantId)).map(({ act }) => act)).toEqual([
    'card forget',
    'card receive',
    'card move',
    'merchant unblock',
    'merchant block',
    'merchant rotate',
    'merchant update',
  ])
})

test('the account that a command runs under stands in for an unnamed operator, and a reason may be missing', async () => {
  await line.data('merchant', 'block', merchantId)
  expect((await acts())[0]).toMatchObject({ act: 'merchant block', actor: 'root', reason: null })
  const { output } = await line.call('audit', 'list', '--about', merchantId)
  expect(output.split('\n')[0]).toContain(`root  merchant block  ${merchantId}  (no reason given)`)
  await line.data('merchant', 'unblock', merchantId)
})

test('the acts of the named days are listed, both days included', async () => {
  rig.pass(86_400_000)
  await line.data('merchant', 'block', merchantId, ...by)
  const today = rig.platform.clock.now().toISOString().slice(0, 10)
  expect(await acts('--from', today, '--to', today)).toHaveLength(1)
  await line.data('merchant', 'unblock', merchantId)
})

describe('an act and its change', () => {
  test('an act and its change are one transaction: without the act nothing is changed', async () => {
    await rig.owner.query(statement('alter table operator_act add check (actor <> $$nobody$$)'))
    const before = await line.data('merchant', 'list')
    const answer = await line.call('merchant', 'block', merchantId, '--actor', 'nobody')
    expect(answer).toMatchObject({ ok: false })
    expect(await line.data('merchant', 'list')).toEqual(before)
  })

  test('an act and its change are one transaction: a call that is refused leaves no act', async () => {
    const { payment } = await settled('refused')
    const before = await acts()
    const answer = await line.call('chargeback', payment, '--reason', '4837', '--amount', '1000.00')
    expect(answer.output).toContain('Nothing was booked.')
    expect(await acts()).toEqual(before)
  })

  test('an act and its change stay apart where the keys move: without the act, kept before, no key is new', async () => {
    const [before] = await line.data('key', 'rotate').then(() => acts('--about', 'key-encryption keys'))
    const refused = await line.call('key', 'rotate', '--actor', 'nobody')
    expect(refused).toMatchObject({ ok: false })
    expect(await acts('--about', 'key-encryption keys')).toHaveLength(3)
    expect(before).toMatchObject({ act: 'key rotate' })
    expect(await line.data('key', 'prune')).toMatchObject({ removed: 1 })
  })

  test('the acts are never changed by the platform', async () => {
    await expect(
      rig.database.query(statement("update operator_act set actor = 'eve'")),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(rig.database.query(statement('delete from operator_act'))).rejects.toMatchObject({
      code: '42501',
    })
  })
})
