import { describe, expect, test } from 'vitest'
import { containsCardNumber } from './cardNumber.ts'

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
    '4111 1111 1111 1111 12/38 123',
    '12/38 4111111111111111',
    '4111111111111111 123',
    '4111  1111  1111  1111',
    '4111_1111/1111–1111',
    '4111\u00a01111\u200b1111 1111',
    '４１１１１１１１１１１１１１１１',
    '+4111111111111111',
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    '41111111-1111-1111-1111-111111111111',
    'cafe4111111111111111',
    '4111111111111111 12/38 123 4111111111111111',
    '000000004111111111111111 4111111111111111',
    'https://shop.example/?a=4111%201111%201111%201111',
    'https://shop.example/?a=4111+1111+1111+1111',
    'https://shop.example/%34111%E2%80%8B111111111111',
  ])('%s', (text) => {
    expect(containsCardNumber(text)).toBe(true)
  })
})

describe('a text holds no card number', () => {
  test.each([
    ['', 'nothing'],
    ['4111111111111112', 'another check digit'],
    ['1234567812345670', 'a prefix of no card scheme'],
    ['41111111111111111', 'one digit more than a card number has'],
    ['order 20261122-0001', 'an id'],
    ['4111 1111 1111 111', 'a digit less'],
    ['4111, 1111; 1111: 1111', 'numbers that are listed'],
    ['DE89370400440532013000', 'an IBAN'],
    ['DE95 4111 1111 1111 1111 00', 'an IBAN in groups, one of them like a card'],
    ['call +49 151 1234560', 'a phone number'],
    ['+4915112345673', 'a phone number that is right like a card of thirteen digits'],
    ['CID:bc302082-7313-4687-a9d7-465569d56d4e', 'the id of a client, whose digits make a card number'],
    ['0xabcde4111111111111111fabcdeabcdeabcdeabc', 'a wallet'],
    ['order 7ff4215768325573ccd24acc', 'an ObjectId'],
    ['https://pay.example/3ds/c78855cdcab4acf62687281919076634', 'a secret of 32 hexadecimal digits'],
    ['0x0acdfb92ff4e11920bdca915ff13732c8d149f741361d5ba348291297538585f', 'the hash of a transaction'],
    ['0ACDFB92FF4E11920BDCA915FF13732C8D149F741361D5BA348291297538585F', 'a hash in capitals'],
  ])('%s: %s', (text) => {
    expect(containsCardNumber(text)).toBe(false)
  })
})
