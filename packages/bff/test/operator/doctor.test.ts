import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement, testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { doctorLine } from '../../src/cli/doctor/installationDoctor.ts'
import { appRole, migrations, schema } from '../../src/store/openStore.ts'

/* The operator's doctor, on an installation that is whole, and on one that is not. */

const Report = z.object({
  healthy: z.boolean(),
  findings: z.array(
    z.object({ check: z.string(), state: z.string(), finding: z.string(), mend: z.nullable(z.string()) }),
  ),
})

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const closed = 'http://127.0.0.1:9'

let database: TestDatabase
let url: string
let stopServer: () => void
beforeAll(async () => {
  database = await testDatabase({ schema, appRole, directories: migrations })
  // Whom the exchange asks, and the exchange itself: all that doctor asks of them is whether they are well.
  const server = createServer((_request, response) => response.end('{"status":"OK"}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stopServer = () => server.close()
})
afterAll(async () => {
  stopServer()
  await database.close()
})

const entry = new URL('../../src/cli.ts', import.meta.url)
const whole = () => ({ DATABASE_URL: database.url, EXCHANGE_KEY: key(1), BASE_URL: url, PAYMENT_URL: url })

async function doctor(variables: Record<string, string>) {
  const deps = {
    variables: { ...whole(), ...variables },
    clock: systemClock,
    random: systemRandom,
    version: '0',
    nodeVersion: process.version,
  }
  const { ok, output } = await answerCall(doctorLine('pnpm cambio'), ['doctor', '--json'], (work) =>
    work(deps),
  )
  return { ok, output, ...reportIn(output) }
}

function reportIn(output: string) {
  const { healthy, findings } = Report.parse(JSON.parse(output))
  const found = (state: string) => findings.filter((each) => each.state === state)
  return { healthy, bad: found('bad'), warnings: found('warning'), good: found('good') }
}

test('the doctor finds a working installation healthy, and says how to improve what could be better', async () => {
  const { ok, healthy, bad, warnings, good } = await doctor({})
  expect([ok, healthy, bad]).toEqual([true, true, []])
  const checks = ['versions', 'settings', 'clock', 'keys', 'work', 'exchange', 'card platform', 'prices']
  expect(good.map(({ check }) => check)).toEqual(expect.arrayContaining(checks))
  // The server of the tests keeps nothing on a disk, and has no standby and no archive.
  expect(warnings.map(({ finding }) => finding.split(/[ ,:]/, 4).join(' '))).toEqual([
    'fsync is off ',
    'full_page_writes is off ',
    'There is no standby',
    'The server does not',
    '“backup” has not made',
  ])
  expect(warnings.every(({ mend }) => mend !== null)).toBe(true)
})

test('the doctor, as a process, names each part that does not work and what to do about it, and no secret', async () => {
  await database.owner.query(
    statement('insert into exchange.sealing_key (fingerprint) values ($1)', Buffer.alloc(32)),
  )
  const variables = {
    BASE_URl: 'hunter2',
    PAYMENT_URL: closed,
    CHAIN_URL: `${closed}/hunter2`,
    SMTP_URL: 'smtp://codes:hunter2@127.0.0.1:9',
    MAIL_FROM: 'codes@example.com',
    NATS_URL: 'nats://127.0.0.1:9',
    NATS_USER: 'cambio',
    NATS_PASSWORD: 'hunter2',
  }
  const { code, stdout } = await runCommandLine(entry, { ...whole(), ...variables }, ['doctor', '--json'])
  const { bad, warnings } = reportIn(stdout)
  await database.owner.query(statement('delete from exchange.sealing_key'))
  expect(code).toBe(1)
  expect(bad.map(({ check, finding }) => [check, finding])).toEqual([
    ['events', 'Events are not published: NATS says: connection refused.'],
    ['keys', expect.stringContaining('sealed with another key')],
    ['card platform', `At ${closed} nobody answers.`],
    ['chain', 'The node does not answer.'],
    ['mail', expect.stringMatching(/^Codes cannot be mailed: /)],
  ])
  expect(bad.every(({ mend }) => mend !== null)).toBe(true)
  expect(warnings).toContainEqual(
    expect.objectContaining({
      check: 'settings',
      finding: expect.stringContaining('did you mean BASE_URL?'),
    }),
  )
  expect(stdout).not.toContain('hunter2')
})

test('the doctor names what waits for a person or was stopped by the operator, with the command that helps', async () => {
  const values = `null, 'payouts.ETH.paused', 'yes', 'no', now() - interval '1 s', 'ada', now(), 'moved'`
  await database.owner.query(
    statement(`
      insert into exchange.catalogue_change
        (partner_id, name, value, value_before, effective_at, made_by, made_at, reason) values (${values})`),
  )
  await database.owner.query(
    statement(`
      insert into exchange.partner_mail (id, state, why, until, created_at)
      values ('one', 'refused', 'no server', now(), now()), ('two', 'unknown', 'no answer', now(), now()),
        ('three', 'sent', null, now(), now()), ('four', 'refused', 'no server', now(), now() - interval '3 days')`),
  )
  const { warnings } = await doctor({})
  expect(warnings).toContainEqual({
    check: 'work',
    state: 'warning',
    finding: 'mails to partners’ contacts were not delivered (2).',
    mend: '“doctor” examines the mail server, and the log says why.',
  })
  expect(warnings).toContainEqual({
    check: 'pay-outs',
    state: 'warning',
    finding: 'Pay-outs are paused in ETH.',
    mend: '“payout continue” resumes them.',
  })
})

test('a back-up counts as fresh until it is a day and two hours old', async () => {
  const backedUp = (hours: number) =>
    database.owner.query(
      statement(
        `insert into exchange.operator_act (id, act, detail, actor, at)
         values (gen_random_uuid(), 'backup', '{}', 'ada', now() - make_interval(hours => $1))`,
        hours,
      ),
    )
  const about = expect.objectContaining({
    check: 'backup',
    finding: expect.stringMatching(/^The last back-up by “backup” is of/),
  })
  await backedUp(27)
  expect((await doctor({})).warnings).toContainEqual(about)
  await backedUp(25)
  expect((await doctor({})).good).toContainEqual(about)
})

test('unreadable settings and a database that is unavailable are findings like the others', async () => {
  const unreadable = await doctor({ PORT: 'eighty' })
  expect(unreadable).toMatchObject({ ok: false, bad: [{ check: 'settings' }] })
  expect(unreadable.bad[0]?.finding).toBe('PORT must be a port number from 0 to 65535.')
  const away = await doctor({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/d' })
  expect(away).toMatchObject({ ok: false, bad: [{ check: 'database' }] })
  expect(away.output).not.toContain('hunter2')
})

test('the doctor warns of a read server that is not a standby, or does not answer', async () => {
  const warned = async (url: string) =>
    (await doctor({ DATABASE_READ_URL: url })).warnings.filter(({ check }) => check === 'standby')
  expect(await warned(whole().DATABASE_URL)).toMatchObject([
    { finding: expect.stringContaining('is not a standby') as string },
  ])
  expect(await warned('postgres://u:hunter2@127.0.0.1:9/d')).toMatchObject([
    { finding: expect.stringMatching(/does not answer (?!.*hunter2)/) as string },
  ])
})

test('the doctor names everything that a live installation lacks', async () => {
  const { ok, bad } = await doctor({ MODE: 'live' })
  expect(ok).toBe(false)
  const lacking = bad.filter(({ check }) => check === 'live').map(({ mend }) => mend)
  expect(lacking).toEqual(expect.arrayContaining([expect.stringMatching(/^Set SMTP_URL/)]))
  expect(lacking.length).toBeGreaterThan(5)
})

test('a Patroni that can lose what was acknowledged is named with what to do, and a sound one is good', async () => {
  const answers = {
    '/patroni': { patroni: { version: '3.0.2', scope: 'cambio' } },
    '/config': { synchronous_mode: true, synchronous_mode_strict: false, failsafe_mode: false },
  }
  const patroni = createServer((request, response) => {
    response.end(JSON.stringify(answers[request.url as keyof typeof answers]))
  }).listen(0, '127.0.0.1')
  await once(patroni, 'listening')
  const PATRONI_URL = `http://127.0.0.1:${(patroni.address() as AddressInfo).port}`
  const old = await doctor({ PATRONI_URL })
  const findings = [...old.bad, ...old.warnings].filter(({ check }) => check === 'Patroni')
  expect(findings.map(({ finding }) => finding.split(/[,:]/, 1)[0])).toEqual([
    'synchronous_mode_strict is off',
    'It is 3.0.2',
    'failsafe_mode is off',
  ])
  answers['/patroni'].patroni.version = '3.0.3'
  answers['/config'] = { synchronous_mode: true, synchronous_mode_strict: true, failsafe_mode: true }
  const sound = await doctor({ PATRONI_URL })
  expect(sound.good).toContainEqual(expect.objectContaining({ check: 'Patroni', finding: 'It is 3.0.3.' }))
  patroni.close()
})
