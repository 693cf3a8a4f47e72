import { expect, test } from 'vitest'
import { privateKeyOf, publicKeyOf, secretFor, secretFrom } from './hpke.ts'

/* The vector of RFC 9180, A.7.3: mode Auth of DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, export only. */

const hex = (digits: string) => Buffer.from(digits, 'hex')
const keyOf = (digits: string) => privateKeyOf(hex(digits))
const ephemeral = keyOf('83d3f217071bbf600ba6f081f6e4005d27b97c8001f55cb5ff6ea3bbea1d9295')
const receiver = keyOf('ed88cda0e91ca5da64b6ad7fc34a10f096fa92f0b9ceff9d2c55124304ed8b4a')
const sender = keyOf('c85f136e06d72d28314f0e34b10aadc8d297e9d71d45a5662c2b7c3b9f9f9405')
const info = 'Ode on a Grecian Urn'

test.for([
  ['', '83c1bac00a45ed4cb6bd8a6007d2ce4ec501f55e485c5642bd01bf6b6d7d6f0a'],
  ['\0', '08a1d1ad2af3ef5bc40232a64f920650eb9b1034fac3892f729f7949621bf06e'],
  ['TestContext', 'ff3b0e37a9954247fea53f251b799e2edd35aac7152c5795751a3da424feca73'],
] as const)('sender and receiver have the secret of RFC 9180 for the context %j', ([context, secret]) => {
  const sent = secretFor({ sender, receiver: publicKeyOf(receiver), ephemeral, info, context })
  expect(Buffer.from(sent.enc, 'base64url').toString('hex')).toBe(
    '5ac1671a55c5c3875a8afe74664aa8bc68830be9ded0c5f633cd96400e8b5c05',
  )
  expect(sent.secret.toString('hex')).toBe(secret)
  const received = secretFrom({ receiver, sender: publicKeyOf(sender), enc: sent.enc, info, context })
  expect(received.toString('hex')).toBe(secret)
})

test('another sender, receiver, file or purpose has another secret', () => {
  const right = { receiver, sender: publicKeyOf(sender), enc: publicKeyOf(ephemeral), info, context: '' }
  const secrets = [
    right,
    { ...right, sender: publicKeyOf(ephemeral) },
    { ...right, receiver: sender },
    { ...right, enc: publicKeyOf(sender) },
    { ...right, info: 'x' },
    { ...right, context: 'x' },
  ].map((input) => secretFrom(input).toString('hex'))
  expect(new Set(secrets).size).toBe(secrets.length)
})
