import { expect, test } from 'vitest'
import { epcQrText } from './epcQrText.ts'

test('a transfer in euros is the eleven lines of the EPC’s guideline', () => {
  const transfer = {
    beneficiary: 'Cambio Ltd',
    iban: 'DE02 1203 0000 0000 2020 51',
    reference: 'A1B2C-D3E4F5',
  }
  expect(epcQrText(transfer, '100.00')).toBe(
    'BCD\n002\n1\nSCT\n\nCambio Ltd\nDE02120300000000202051\nEUR100.00\n\n\nA1B2C-D3E4F5',
  )
})
