import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCommandLine, type CommandLine } from './cli/commandLine.ts'
import { refusalOf } from './refusalOf.ts'
import { merchantId, saleFields, type Rig } from './rig.ts'

/* Merchants whose clients speak an older form of the protocol, without all of the payer's details. */

let line: CommandLine
let rig: Rig
beforeEach(async () => {
  line = await openCommandLine()
  ;({ rig } = line)
})
afterEach(() => line.close())

/** The SALE of such a client, as it is sent: the three fields are not there at all. */
function oldSale(order_id: string) {
  const {
    payer_birth_date: _date,
    payer_state: _state,
    payer_zip: _zip,
    ...fields
  } = saleFields({ order_id })
  return fields
}

const all = 'payer_birth_date,payer_state,payer_zip'

test('an old client is told of each field it lacks, until its merchant may leave them out', async () => {
  expect(await refusalOf(rig, oldSale('before'))).toEqual([
    100000,
    'payer_birth_date: This value should not be blank.',
    'payer_state: This value should not be blank.',
    'payer_zip: This value should not be blank.',
  ])
  const changed = await line.data('merchant', 'update', merchantId, '--optional-fields', all)
  expect(changed).toMatchObject({ optional_fields: all.split(',') })
  const sale = await rig.send(oldSale('after'))
  expect(sale.body).toMatchObject({ result: 'SUCCESS', status: 'PENDING' })
  // The same request again has the same answer.
  expect((await rig.send(oldSale('after'))).body).toEqual(sale.body)

  await line.data('merchant', 'update', merchantId, '--optional-fields', '')
  expect((await rig.send(oldSale('again'))).body['result']).toBe('ERROR')
})

test('an optional field that is sent has to be right, and the other fields stay required', async () => {
  await line.data('merchant', 'update', merchantId, '--optional-fields', 'payer_state,payer_birth_date')
  const bad = { ...oldSale('bad'), payer_birth_date: '1990-02-30', payer_city: '' }
  expect(await refusalOf(rig, bad)).toEqual([
    100000,
    'payer_birth_date: This value is not valid.',
    'payer_city: This value should not be blank.',
    'payer_zip: This value should not be blank.',
  ])
})

test('a merchant is made with the fields that its client may leave out', async () => {
  const made = await line.data('merchant', 'create', '--name', 'Old', '--optional-fields', all)
  const listed = await line.call('merchant', 'list', '--json')
  expect(listed.output).toContain(String(made['client_key']))
  expect(listed.output).toContain('payer_birth_date')
})
