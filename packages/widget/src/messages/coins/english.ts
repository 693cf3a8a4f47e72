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

  'status.coins.text': 'We are waiting for your coins. No money has moved yet.',
  'status.coinsSeen.text':
    'Your coins have been seen on the network. They count once they are confirmed; please do not send them again.',
  'status.coinsGone.text':
    'The network has dropped your transaction, and no coins have left your wallet with it. Send them again in time, to the same address.',
  'status.coinsGoneEnd.text':
    'The network has dropped your transaction, and no coins have left your wallet with it, and nothing was paid out to you. Coins that still arrive are returned.',
  'status.coinsShort.text':
    'The coins received so far are below the minimum for an order. Send the rest to the same address in time; otherwise we send them back to you.',
  'status.coinsTaken.text': 'We have received your coins. We exchange them and then pay out.',
  'status.coinsOwed.text':
    'We received coins that this order could not use, and nothing was paid out for them. They are yours: enter below the wallet to send them back to.',
  'status.coinsReturning.text':
    'Your coins are on their way back to the wallet that you chose. You do not need to do anything.',
  'status.coinsKept.text':
    'The amount received is smaller than the network fee for sending it back, so it stays here. It is yours: contact us if you want to claim it.',
  'status.coinsReturned.text': 'We sent your coins back to the wallet that you chose, less the network fee.',
} as const
