import { describe, expect, test } from 'vitest'
import { placed, quote } from '../../testing/orders.ts'
import { addressMarks, clientMarks, mailbox } from './personMarks.ts'

describe('the mailbox of an address', () => {
  test.for([
    ['Jane.Doe@Example.com', 'jane.doe@example.com'],
    ['jane.doe+shop@example.com', 'jane.doe@example.com'],
    ['j.a.n.e+x+y@gmail.com', 'jane@gmail.com'],
    ['Jane@GoogleMail.com', 'jane@gmail.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
  ] as const)('the mailbox of %s is %s', ([email, box]) => {
    expect(mailbox(email)).toBe(box)
  })
})

const payer = {
  first_name: 'Zoë',
  last_name: 'de  Groot',
  birth_date: '1990-12-10',
  country: 'NL',
  state: 'NH',
  city: 'Amsterdam',
  address: 'Dam 1',
  postal_code: '1012',
  phone: '+31 20 1234567',
}

describe('the name of a person', () => {
  test('a name belongs to a person once it was verified', () => {
    const of = (level: 'basic' | 'identity') =>
      clientMarks({ email: 'a@example.com', level, payer, documents: null })
    expect(of('basic').map(({ kind }) => kind)).toEqual(['email'])
    expect(of('identity')).toContainEqual({ kind: 'name', text: 'zoe\nde groot\n1990-12-10' })
  })
})

describe('the document of a person', () => {
  const marksOf = (first_name: string, given: string) =>
    clientMarks({
      email: 'a@example.com',
      level: 'identity',
      payer: { ...payer, first_name },
      documents: { names: [{ given, family: 'MUELLER' }], birthDate: '1990-12-10', countries: ['DE'] },
    })

  test('a document belongs to one person, however differently two clients write its name', () => {
    const [one, other] = [marksOf('Jürgen', 'JUERGEN'), marksOf('Jurgen Karl', 'Jürgen')]
    expect(one.at(-1)).toEqual(other.at(-1))
    expect(one.at(-2)).not.toEqual(other.at(-2))
  })
})

describe('the wallet of a person', () => {
  const destination = { address: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', memo: null }
  const order = { ...placed, origin: 'widget', quote, destination } as const

  test('a wallet address stays equal however its letters are written', () => {
    const [one] = addressMarks(order, false)
    const lower = { ...order.destination, address: order.destination.address.toLowerCase() }
    expect(addressMarks({ ...order, destination: lower }, false)).toEqual([one])
  })

  test('a wallet address with another memo is another mark', () => {
    const tagged = { ...order, destination: { ...order.destination, memo: '7' } }
    expect(addressMarks(tagged, false)).not.toEqual(addressMarks(order, false))
  })

  test('a wallet address does not identify a buyer when the partner chose it', () => {
    expect(addressMarks(order, true)).toEqual([])
    expect(addressMarks({ ...order, origin: 'partner' }, false)).toEqual([])
  })

  test('a wallet address does not identify a buyer when it is published', () => {
    const published = { address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: null }
    expect(addressMarks({ ...order, destination: published }, false)).toEqual([])
  })
})
