/** What is said about paying by bank transfer, in English. */
export const english = {
  'transfer.title': 'Bank transfer',
  'transfer.text': 'Send this amount from your bank account. Your coins are priced when the money arrives.',
  'transfer.qr': 'The transfer as a QR code for your bank’s app',
  'transfer.qr.text': 'Scan it with your bank’s app, or copy the details.',
  'transfer.beneficiary': 'Beneficiary',
  'transfer.iban': 'IBAN',
  'transfer.amount': 'Amount',
  'transfer.reference': 'Reference',
  'transfer.reference.text':
    'Write the reference exactly so: without it we cannot tell whose money came. No money has moved yet.',
  'transfer.before': 'The money must arrive before {time} ({left}). What arrives later goes back.',
  'transfer.next':
    'A transfer takes seconds to a working day. Once it is here your coins are priced and sent, and this page shows it; you may close it meanwhile.',
  'transfer.test': 'Pay at the test bank',
  'transfer.copy': 'Copy {what}',
  'transfer.copyShort': 'Copy',
  'transfer.copied': 'Copied',
  'transfer.notCopied': 'Your browser did not let this page copy. Select the text and copy it yourself.',
} as const
