import { expect, test } from 'vitest'
import { hashFollowUp, hashSale, sameHash } from './hash.ts'

const signer = { password: '13a4822c5907ed235f3a068c76184fc3', hash: 'md5' } as const
const card = { mask: '411111******1111' }
const transId = 'aaaff66a-904f-11ea-833e-0242ac1f0007'

test('a SALE by token has the hash that the protocol publishes for it', () => {
  const token = `f5d6a0ab6fcfb6487a39e2256e50fff3c95aaa97${'0'.repeat(24)}`
  expect(hashSale(signer, 'doe@example.com', token)).toBe('e55608acfba062015b299a77f858a72b')
})

test('the SALE formula over the ten digits of a card gives the published hash', () => {
  expect(hashSale(signer, 'doe@example.com', '4111111111')).toBe('2702ae0c4f99506dc29b5615ba9ee3c0')
})

test('a CREDITVOID has the hash that the protocol publishes for it', () => {
  expect(hashFollowUp(signer, 'doe@example.com', transId, card)).toBe('fc359ea0b4830271f611c30135761c85')
})

test('a merchant set to SHA-256 signs an unchanged message with it', () => {
  expect(hashFollowUp({ ...signer, hash: 'sha256' }, 'doe@example.com', transId, card)).toBe(
    'c0a11a1cafe87b57eb84f8cad8f510268e01c2ea8b256f92a63561de48a8b8ed',
  )
})

test('a letter of several bytes is reversed byte by byte and keeps its case', () => {
  expect(hashFollowUp(signer, 'jürgen@example.com', transId, card)).toBe('c5a1a961bc771d3b16421d8a6892b81f')
})

test('hashes are equal in either case, and different when one digit is', () => {
  expect(sameHash('fc359ea0', 'FC359EA0')).toBe(true)
  expect(sameHash('fc359ea0', 'fc359ea1')).toBe(false)
  expect(sameHash('fc359ea0', 'fc359ea')).toBe(false)
})
