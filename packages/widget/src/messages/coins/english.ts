/** What is said about paying in coins, in English. */
export const english = {
  'deposit.title': 'Pay in coins',
  'deposit.text': 'Send exactly this amount in one transaction. The address is for this order only.',
  'deposit.restText': 'Send the rest in one transaction, to the same address.',
  'deposit.amount': 'Amount',
  'deposit.rest': 'Still to send',
  'deposit.address': 'Address',
  'deposit.network': 'Network',
  'deposit.qr': 'The payment as a QR code',
  'deposit.open': 'Open in wallet',
  'deposit.left': 'The coins must be seen on the network within {time}.',
  'deposit.over': 'The time has expired: coins seen on the network from now on do not count for this order.',
  'deposit.wrong':
    'If you send less or more, we exchange the amount we receive, at the price of this order or the price of that moment, whichever gives you less. Other coins, or coins on another network, do not pay for this order.',
  'deposit.test': 'Pay from the test wallet',
  'deposit.arrivals': 'Transactions',
  'deposit.seen': 'seen, {count} of {needed} confirmations',
  'deposit.gone': 'no longer on the network',
  'deposit.short': 'received, below the minimum for an order',
  'deposit.taken': 'received',
  'deposit.owed': 'waiting for a wallet to send it back to',
  'deposit.kept': 'smaller than the network fee for sending it back',
  'deposit.returning': 'on its way back',
  'deposit.returned': 'sent back',
  'refund.title': 'Where should we send your coins back?',
  'refund.text':
    'Enter your own wallet on the {network} network that can receive {currency}. The network fee is deducted from the amount.',
  'refund.warning':
    'Coins sent to a wrong address cannot be recovered, and you cannot change the wallet once you confirm it. Compare the first and last characters.',
  'refund.code':
    'We e-mail you a code to confirm it, so that nobody else can choose the wallet. We send nothing back until you enter the code.',
  'refund.mail': 'Mail me the code',
  'refund.confirm': 'Send my coins back',
} as const
