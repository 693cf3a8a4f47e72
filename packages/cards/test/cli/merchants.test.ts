import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { followUpHash, subjectOf } from '../../src/protocol/hash.ts'
import { merchantId, password, saleFields, visa, type Rig } from '../rig.ts'
import { openCommandLine, type CommandLine } from './commandLine.ts'

let line: CommandLine
let rig: Rig
beforeEach(async () => {
  line = await openCommandLine()
  ;({ rig } = line)
})
afterEach(() => line.close())

const call: CommandLine['call'] = (...words) => line.call(...words)
const data: CommandLine['data'] = (...words) => line.data(...words)

describe('merchant', () => {
  test('the command merchant create prints a key and a password once, and both work', async () => {
    const made = await data(
      'merchant',
      'create',
      '--name',
      'Shop',
      '--hash',
      'sha256',
      '--notification-url',
      'https://shop.example/n',
    )
    expect(made).toEqual({
      client_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      password: expect.stringMatching(/^.{43}$/),
    })
    const { client_key, password: secret } = made as unknown as { client_key: string; password: string }
    const sale = await rig.send(saleFields({ client_key }, { password: secret, algorithm: 'sha256' }))
    expect(sale.body).toMatchObject({ result: 'SUCCESS', descriptor: 'Shop' })
    const listed = await call('merchant', 'list', '--json')
    expect(listed.output).toContain(client_key)
    expect(listed.output).toContain('"capture_delay_ms": 250')
    expect(listed.output).not.toContain(secret)
  })

  test('the command merchant update changes what is given and leaves the rest', async () => {
    const changed = await data(
      'merchant',
      'update',
      merchantId,
      '--manual-capture',
      '--ip-allow',
      '127.0.0.1,10.0.0.0/8',
    )
    expect(changed).toMatchObject({
      name: 'Exchange',
      capture_delay_ms: null,
      ip_allow: ['127.0.0.1', '10.0.0.0/8'],
    })
    expect(
      await data('merchant', 'update', merchantId, '--ip-allow', '', '--capture-delay-ms', '5'),
    ).toMatchObject({
      capture_delay_ms: 5,
      ip_allow: null,
    })
    expect((await rig.sale()).body['result']).toBe('SUCCESS')
  })

  test.each([
    ['--name', 'Shop 4111 1111 1111 1111'],
    ['--descriptor', '4111-1111-1111-1111'],
    ['--notification-url', 'https://shop.example/n?card=4111111111111111'],
  ])('a merchant keeps no card number as its %s', async (option, value) => {
    const refused = await call('merchant', 'update', merchantId, option, value)
    expect([refused.ok, refused.output]).toEqual([false, expect.stringContaining('without a card number')])
    expect(refused.output).not.toMatch(/4111.?1111/)
    expect((await call('merchant', 'list', '--json')).output).not.toMatch(/4111.?1111/)
  })

  test('an empty value takes away an optional setting of a merchant, and nothing else', async () => {
    const all = ['--ip-allow', '127.0.0.1', '--sales-per-minute', '5', '--notification-url', 'https://a.b/n']
    await data('merchant', 'update', merchantId, ...all)
    const without = ['--ip-allow', '', '--sales-per-minute', '', '--notification-url', '']
    expect(await data('merchant', 'update', merchantId, ...without)).toMatchObject({
      ip_allow: null,
      sales_per_minute: null,
      notification_url: null,
      name: 'Exchange',
    })
    for (const option of [
      'name',
      'descriptor',
      'hash',
      'tokenization',
      'mode',
      'acquirer',
      'capture-delay-ms',
    ]) {
      const answer = await call('merchant', 'update', merchantId, `--${option}`, '')
      expect(answer.ok, option).toBe(false)
      expect(answer.output).toContain(`--${option}`)
    }
  })

  test.each([
    [['--signature-key', '/nowhere/key.pem'], '--signature-key must be a file'],
    [['--signature-key', 'key.pem', '--require-signature'], 'not both'],
    [['--mode', 'live'], 'choose the acquirer with --acquirer'],
  ])(
    'the command merchant create and merchant update with %j change nothing at all',
    async (wrong, message) => {
      const before = await data('merchant', 'list')
      const renamed = await call('merchant', 'update', merchantId, '--name', 'Renamed', ...wrong)
      const made = await call('merchant', 'create', '--name', 'Made', ...wrong)
      for (const answer of [renamed, made]) {
        expect(answer.ok).toBe(false)
        expect(answer.output).toContain(message)
      }
      expect(await data('merchant', 'list')).toEqual(before)
    },
  )

  test('the command merchant update leaves alone what another command changes at that time', async () => {
    let secret: string | undefined
    /** Does its own changes just before the first of the others. */
    const meanwhile = async () => {
      if (secret !== undefined) return
      secret = ''
      secret = String((await data('merchant', 'rotate', merchantId))['password'])
      await data('merchant', 'update', merchantId, '--descriptor', 'NEW NAME')
    }
    const query: Query = async (sql) => {
      if (sql.name !== 'merchant_find') await meanwhile()
      return rig.database.query(sql)
    }
    const transaction: Database['transaction'] = async (work) => {
      await meanwhile()
      return rig.database.transaction(work)
    }
    const changes = ['--name', 'Renamed', '--hash', 'sha256']
    const answer = await line.callOn({ query, transaction }, 'merchant', 'update', merchantId, ...changes)
    expect(answer.ok, answer.output).toBe(true)
    const sale = await rig.send(saleFields({}, { password: secret ?? '', algorithm: 'sha256' }))
    expect(sale.body).toMatchObject({ result: 'SUCCESS', descriptor: 'NEW NAME' })
  })

  test('the command merchant block and merchant unblock close and open the door', async () => {
    await data('merchant', 'block', merchantId)
    expect((await rig.sale()).body).toMatchObject({ error_code: 204002 })
    await data('merchant', 'unblock', merchantId)
    expect((await rig.sale()).body['result']).toBe('SUCCESS')
  })

  const rotate = async (...options: string[]) =>
    String((await data('merchant', 'rotate', merchantId, ...options))['password'])
  let sales = 0
  const saleBy = (secret: string) => {
    sales += 1
    const order_id = `rotated-${sales}`
    return rig.send(saleFields({ order_id }, { password: secret, algorithm: 'md5' }))
  }
  const isTaken = async (secret: string) => (await saleBy(secret)).body['result'] === 'SUCCESS'

  test('the command merchant rotate takes both passwords until its time, and the new one alone from then on', async () => {
    const next = await rotate('--overlap', '30m')
    const { trans_id } = (await saleBy(password)).body
    expect([await isTaken(password), await isTaken(next)]).toEqual([true, true])
    // What follows a SALE, and the hosted fields, are asked for by either.
    expect((await rig.followUp('GET_TRANS_STATUS', trans_id)).status).toBe(200)
    const path = '/fields/sessions'
    const body = JSON.stringify({
      client_key: merchantId,
      parent_origin: 'https://shop.example',
      ancestors: ['https://shop.example'],
    })
    const opened = async (secret: string) => {
      const headers = { 'Content-Type': 'application/json', 'API-Signature': signRequest(secret, path, body) }
      return (await rig.app.request(path, { method: 'POST', headers, body })).status
    }
    expect([await opened(password), await opened(next), await opened('another')]).toEqual([200, 200, 401])
    await rig.settle()
    rig.pass(30 * 60_000)
    await rig.settle()
    const { order_id, trans_id: transId = '', hash } = rig.inbox.at(-1) ?? {}
    expect(order_id).toMatch(/^rotated-/)
    const signer = { password: next, algorithm: 'md5' } as const
    expect(hash).toBe(followUpHash(signer, 'doe@example.com', transId, subjectOf(visa)))
    expect([await isTaken(password), await isTaken(next)]).toEqual([false, true])
    expect([await opened(password), await opened(next)]).toEqual([401, 200])
  })

  test('the command merchant rotate with no overlap, or once more, puts the old password out of use', async () => {
    const first = await rotate('--overlap', '0s')
    expect([await isTaken(password), await isTaken(first)]).toEqual([false, true])
    const second = await rotate()
    await rotate()
    expect([await isTaken(first), await isTaken(second)]).toEqual([false, true])
  })

  test('the command merchant rotate leaves nothing under a key-encryption key that was taken out', async () => {
    await rotate('--overlap', '30m')
    await line.data('key', 'rotate')
    expect((await line.call('key', 'prune')).output).toBe('1 earlier key is removed from the key file.')
    expect(await isTaken(password)).toBe(true)
  })
})

test('a dump of the database does not show the merchant’s password', async () => {
  const rows = await rig.owner.query<{ row: string }>({
    name: 'merchants',
    text: 'select merchant::text as row from merchant',
    values: [],
  })
  expect(JSON.stringify(rows)).not.toContain(password)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(password).toString('hex'))
})
