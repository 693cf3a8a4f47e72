import { expect, test } from 'vitest'
import { paymentFile } from './paymentFile.ts'

const payment = {
  id: 'ABCDE-123456-payout',
  amount: { units: 12_345n, currency: 'EUR' },
  name: 'Zoë Groß & Söhne',
  iban: 'DE75512108001245126199',
  remittance: 'ABCDE-123456',
}
const file = paymentFile(
  { beneficiary: 'Cambio Sandbox', iban: 'DE89370400440532013000' },
  {
    id: 'CAMBIO-1',
    at: new Date('2026-03-02T10:00:00Z'),
    payments: [payment, { ...payment, id: 'B-payout' }],
  },
)

/** The elements inside of one, in their order. */
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

// ISO 20022 pain.001.001.09 is a sequence: a bank refuses a file whose elements stand in another order.
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

test('a file asks for a line of the statement for each payment', () => {
  expect(file).toContain('<BtchBookg>false</BtchBookg>')
})

test('names have the letters that every bank takes', () => {
  expect(file).toContain('<Nm>Zoe Gross . Sohne</Nm>')
})
