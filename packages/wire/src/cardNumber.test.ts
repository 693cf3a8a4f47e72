import { describe, expect, test } from 'vitest'
import { holdsCardNumber } from './cardNumber.ts'

describe('a text holds a card number', () => {
  test.each([
    '4111111111111111',
    'pay with 4111 1111 1111 1111 please',
    'x5555-5555-5555-4444y',
    '2223.0031.2200.3222',
    '378282246310005',
    '30569309025904',
    '6011111111111117',
    '3530111333300000',
    '6200000000000005',
    '4222222222222',
  ])('%s', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })
})

describe('a text holds no card number', () => {
  test.each([
    ['', 'nothing'],
    ['4111111111111112', 'another check digit'],
    ['1234567812345670', 'no scheme begins like this'],
    ['41111111111111111', 'a digit more than a card has'],
    ['order 20261122-0001', 'an id'],
    ['4111 1111 1111 111', 'a digit less'],
    ['4111  1111  1111  1111', 'two spaces between the groups'],
    ['DE89370400440532013000', 'an IBAN'],
  ])('%s: %s', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })
})
