/** What is said about paying by bank transfer, in English. */
export const english = {
  'transfer.title': 'Bank transfer',
  'transfer.text':
    'Send this amount from your bank account. The price of your coins is set when the money arrives.',
  'transfer.qr': 'The transfer as a QR code for your bank’s app',
  'transfer.qr.text': 'Scan it with your bank’s app, or copy the details.',
  'transfer.beneficiary': 'Beneficiary',
  'transfer.iban': 'IBAN',
  'transfer.amount': 'Amount',
  'transfer.reference': 'Reference',
  'transfer.reference.text':
    'Enter the reference exactly as shown. Without it, we cannot match your transfer to this order. No money has moved yet.',
  'transfer.before': 'The money must arrive before {time} ({left}). Money that arrives later is returned.',
  'transfer.next':
    'A transfer takes from a few seconds to one working day. When it arrives, we set the price, send your coins, and show it here. You may close this page in the meantime.',
  'transfer.test': 'Pay at the test bank',
  'transfer.copyShort': 'Copy',
} as const
