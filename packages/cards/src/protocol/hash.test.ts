import { expect, test } from 'vitest'
import { followUpHash, sameHash, saleHash, subjectOf, type Signer } from './hash.ts'

const signer: Signer = { password: '13a4822c5907ed235f3a068c76184fc3', algorithm: 'md5' }
const email = 'doe@example.com'
const subject = subjectOf('4111111111111111')

test('the published vectors come out', () => {
  expect(saleHash(signer, email, subject)).toBe('2702ae0c4f99506dc29b5615ba9ee3c0')
  expect(followUpHash(signer, email, 'aaaff66a-904f-11ea-833e-0242ac1f0007', subject)).toBe(
    'fc359ea0b4830271f611c30135761c85',
  )
})

test('a token is hashed whole, and a term that is missing is left out', () => {
  const token = `f5d6a0ab6fcfb6487a39e2256e50fff3c95aaa97${'0'.repeat(24)}`
  expect(saleHash(signer, email, token)).toBe('e55608acfba062015b299a77f858a72b')
  expect(saleHash(signer, '', subject)).toBe('4758c701fc1157f4c7f8c22e46b77a9e')
})

test('only a to z become capitals, and text is reversed by bytes', () => {
  const upper = saleHash({ ...signer, password: signer.password.toUpperCase() }, 'DOE@EXAMPLE.COM', subject)
  expect(upper).toBe(saleHash(signer, email, subject))
  expect(saleHash(signer, 'é@x.de', subject)).not.toBe(saleHash(signer, 'É@x.de', subject))
  expect(saleHash(signer, 'é@x.de', subject)).toBe('30d95ee35f2f2a3cd51c5112de938315')
})

test('a merchant on SHA-256 gets the digests that any other SHA-256 makes', () => {
  const modern: Signer = { ...signer, algorithm: 'sha256' }
  expect(saleHash(modern, email, subject)).toBe(
    '847930a9b324122b35aff02a96c2f3bdbbbbc3e716e26e43a24ed1d66a1f3bef',
  )
  expect(followUpHash(modern, email, 'aaaff66a-904f-11ea-833e-0242ac1f0007', subject)).toBe(
    'c0a11a1cafe87b57eb84f8cad8f510268e01c2ea8b256f92a63561de48a8b8ed',
  )
})

test('a hash is the same in capitals, and never another', () => {
  const hash = saleHash(signer, email, subject)
  expect(sameHash(hash, hash.toUpperCase())).toBe(true)
  expect(sameHash(hash, `${hash.slice(0, -1)}f`)).toBe(false)
  expect(sameHash(hash, '')).toBe(false)
})
