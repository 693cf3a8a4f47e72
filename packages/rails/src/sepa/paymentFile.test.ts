import type { OrderedPayment } from '@cambio/exchange/payin/transfer/statement/OrderedPayment.ts'
import { expect, test } from 'vitest'
import { paymentFile } from './paymentFile.ts'

const payment = {
  id: 'ABCDE-123456-payout',
  amount: { units: 12_345n, currency: 'EUR' },
  name: 'Zoë Groß & Söhne',
  iban: 'DE75512108001245126199',
  remittance: 'ABCDE-123456',
}
const file = fileOf([payment, { ...payment, id: 'B-payout' }])

function fileOf(payments: readonly OrderedPayment[]): string {
  return paymentFile(
    { beneficiary: 'Cambio Sandbox', iban: 'DE89370400440532013000' },
    { id: 'CAMBIO-1', at: new Date('2026-03-02T10:00:00Z'), payments },
  )
}

/** The names of the elements in an element, in their order. */
function inside(name: string): string[] {
  const content = new RegExp(`<${name}>([^]*?)</${name}>`).exec(file)?.[1] ?? ''
  const names: string[] = []
  let depth = 0
  for (const [, close, element = ''] of content.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (close === '' && depth === 0) names.push(element)
    depth += close === '' ? 1 : -1
  }
  return names
}

// ISO 20022 pain.001.001.09 is a sequence: a bank refuses a file whose elements are in another order.
test.each([
  ['GrpHdr', ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']],
  [
    'PmtInf',
    [
      'PmtInfId',
      'PmtMtd',
      'BtchBookg',
      'NbOfTxs',
      'CtrlSum',
      'PmtTpInf',
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'ChrgBr',
      'CdtTrfTxInf',
      'CdtTrfTxInf',
    ],
  ],
  ['CdtTrfTxInf', ['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf']],
])('%s has its elements in the order of the schema', (name, elements) => {
  expect(inside(name)).toEqual(elements)
})

test('a file counts its payments and their sum', () => {
  expect(file).toContain('<NbOfTxs>2</NbOfTxs>')
  expect(file).toContain('<CtrlSum>246.90</CtrlSum>')
})

test('a file asks for one statement line for each payment', () => {
  expect(file).toContain('<BtchBookg>false</BtchBookg>')
})

test.each([
  ['Zoë Groß & Söhne', 'Zoe Gross + Sohne'],
  ['Łukasz Østergård-Đorđević Æther Þórsson', 'Lukasz Ostergard-Dordevic Aether Thorsson'],
  ['Zoe\u0308 S\u0327ahin', 'Zoe Sahin'],
  ['Жанна Щукина', 'Zhanna Shchukina'],
  ['Γιώργος Νικολάου', 'Giorgos Nikolaoy'],
  ['O’Brien_“Sons”; [a]', "O'Brien-'Sons', (a)"],
  ['😀', 'Not provided'],
  ['', 'Not provided'],
  ['//Ada//Lovelace/', 'Ada/Lovelace'],
  [`${'x'.repeat(69)}ß`, `${'x'.repeat(69)}s`],
])('%s is written as %s, in the letters that every bank accepts', (name, written) => {
  expect(fileOf([{ ...payment, name }])).toContain(`<Nm>${xml(written)}</Nm>`)
})

test('a text is written in the letters that every bank accepts, and in at most 140 of them', () => {
  const remittance = `Złoty № 5 ${'ß'.repeat(140)}`
  expect(fileOf([{ ...payment, remittance }])).toContain(`<Ustrd>Zloty No 5 ${'s'.repeat(129)}</Ustrd>`)
})

/** A text as XML encodes it. */
function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
}
