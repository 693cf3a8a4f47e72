import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'

type Transfer = Pick<NonNullable<WidgetOrder['transfer']>, 'beneficiary' | 'iban' | 'reference'>

/**
 * A transfer in euros as banks' apps read it from a QR code (EPC069-12, version 002). What it says to the beneficiary is
 * text, since an order's id is no ISO 11649 reference.
 * @param amount euros, with two decimals
 */
export function epcQrText({ beneficiary, iban, reference }: Transfer, amount: string): string {
  const bic = ''
  const purpose = ''
  const structuredReference = ''
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    beneficiary,
    iban.replaceAll(' ', ''),
    `EUR${amount}`,
    purpose,
    structuredReference,
    reference,
  ].join('\n')
}
