import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'

type Transfer = Pick<NonNullable<WidgetOrder['transfer']>, 'beneficiary' | 'iban' | 'reference'>

/**
 * A transfer in euros as a text that banks' apps read from a QR code (EPC069-12, version 002). The order's id is
 * unstructured text in it, since it is no ISO 11649 reference.
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
