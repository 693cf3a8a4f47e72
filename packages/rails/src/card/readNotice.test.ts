import { expect, test } from 'vitest'
import { readNotice } from './readNotice.ts'

const order_id = 'AB1CD-XY2ZW3-1-r4nd0m'
const trans_id = 'aaaff66a-904f-11ea-833e-0242ac1f0007'
const deps = {
  signers: [{ password: '13a4822c5907ed235f3a068c76184fc3', hash: 'md5' }],
  chargeOf: (id: string) =>
    Promise.resolve(
      id === order_id
        ? {
            email: 'doe@example.com',
            card: { mask: '411111******1111', brand: null, issuerCountry: null, wallet: null },
          }
        : undefined,
    ),
} as const
const hash = 'fc359ea0b4830271f611c30135761c85'

function notice(fields: Record<string, string>): string {
  return new URLSearchParams({ action: 'SALE', result: 'SUCCESS', status: 'PENDING', ...fields }).toString()
}

test('a signed notice says which payment has changed', async () => {
  const read = await readNotice(deps, notice({ order_id, trans_id, hash }))
  expect(read).toEqual({ platformOrderId: order_id, transId: trans_id })
  const capitals = notice({ order_id, trans_id, hash: hash.toUpperCase() })
  expect(await readNotice(deps, capitals)).toEqual(read)
})

test.for<[string, string]>([
  ['another hash', notice({ order_id, trans_id, hash: hash.replace('f', '0') })],
  ['no hash', notice({ order_id, trans_id })],
  ['an order that is not ours', notice({ order_id: 'other', trans_id, hash })],
  ['another payment under this hash', notice({ order_id, trans_id: trans_id.replace('a', 'b'), hash })],
  ['no fields', ''],
  ['JSON', JSON.stringify({ order_id, trans_id, hash })],
])('a notice with %s is unsigned', async ([, body]) => {
  expect(await readNotice(deps, body)).toBe('unsigned')
})

test('a merchant set to SHA-256 refuses MD5', async () => {
  const signers = deps.signers.map(({ password }) => ({ password, hash: 'sha256' }) as const)
  expect(await readNotice({ ...deps, signers }, notice({ order_id, trans_id, hash }))).toBe('unsigned')
})

test('a merchant whose password is changing accepts notices signed by either', async () => {
  const body = notice({ order_id, trans_id, hash })
  const next = { password: 'the next one', hash: 'md5' } as const
  expect(await readNotice({ ...deps, signers: [next, ...deps.signers] }, body)).not.toBe('unsigned')
  expect(await readNotice({ ...deps, signers: [next] }, body)).toBe('unsigned')
})
