import { createHash } from 'node:crypto'
import { HDKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isExtendedPublicKey } from './isExtendedPublicKey.ts'

const account = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/60'/2'")
const xpub = account.publicExtendedKey

test('an extended public key is distinguished from a private key, a mistyped key and any other text', () => {
  expect([xpub, account.deriveChild(0).publicExtendedKey].map(isExtendedPublicKey)).toEqual([true, true])
  const mistyped = xpub.replace(/.$/, (last) => (last === '1' ? '2' : '1'))
  const wrong = [
    account.privateExtendedKey,
    mistyped,
    `${xpub}1`,
    xpub.slice(0, -1),
    xpub.replace('x', '0'),
    '',
  ]
  expect(wrong.map(isExtendedPublicKey)).toEqual(wrong.map(() => false))
})

test('a key that is not a point of the curve is not an extended public key', () => {
  const content = Buffer.concat([
    Buffer.from('0488b21e00000000000000000000000000', 'hex'),
    Buffer.alloc(28, 1),
  ])
  const key = Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 0xff)])
  expect(isExtendedPublicKey(inBase58(Buffer.concat([content, key])))).toBe(false)
})

function inBase58(content: Buffer): string {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  const whole = Buffer.concat([content, sha256(sha256(content)).subarray(0, 4)])
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let value = BigInt(`0x${whole.toString('hex')}`); value > 0n; value /= 58n)
    text = (digits[Number(value % 58n)] ?? '') + text
  return text
}
