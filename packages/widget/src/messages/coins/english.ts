/** What is said about paying in coins, in English. */
export const english = {
  'deposit.title': 'Pay in coins',
  'deposit.text': 'Send exactly this amount, in one transaction, to an address that is for this order alone.',
  'deposit.restText': 'Send the rest in one transaction, to the same address.',
  'deposit.amount': 'Amount',
  'deposit.rest': 'Still to send',
  'deposit.address': 'Address',
  'deposit.network': 'Network',
  'deposit.qr': 'The payment as a QR code',
  'deposit.open': 'Open in wallet',
  'deposit.left': 'The coins must be seen on the network within {time}.',
  'deposit.over': 'The time is over: coins that are seen now do not count for this order.',
  'deposit.wrong':
    'Less or more than this is exchanged as it comes, at the lower of the two prices: that of this order and that of the moment. Another coin, or another network, buys nothing.',
  'deposit.test': 'Pay from the test wallet',
  'deposit.arrivals': 'What came',
  'deposit.seen': 'seen, {count} of {needed} confirmations',
  'deposit.gone': 'not on the network any more',
  'deposit.short': 'received, less than the least for an order',
  'deposit.taken': 'received',
  'deposit.owed': 'waits for a wallet to go back to',
  'deposit.kept': 'less than the network fee for sending it back',
  'deposit.returning': 'on its way back',
  'deposit.returned': 'sent back',
  'refund.title': 'Where should your coins go back to?',
  'refund.text':
    'Name a wallet of your own on the {network} network that can receive {currency}. The network fee comes off the amount.',
  'refund.warning':
    'Coins sent to a wrong address cannot be brought back, and the wallet is final once you confirm it. Compare the first and last characters.',
  'refund.code':
    'We mail you a code to confirm it with, so that nobody else can name a wallet. Nothing is sent back before you enter it.',
  'refund.mail': 'Mail me the code',
  'refund.confirm': 'Send my coins back',

  'status.coins.text': 'We wait for your coins. No money has moved yet.',
  'status.coinsSeen.text':
    'Your coins were seen on the network. They count once they are confirmed; please do not send them again.',
  'status.coinsGone.text':
    'The network has undone your transaction: no coins have left your wallet by it. Send them again in time, to the same address.',
  'status.coinsGoneEnd.text':
    'The network has undone your transaction: no coins have left your wallet by it, and none were paid out to you. Coins that still arrive are returned.',
  'status.coinsShort.text':
    'What came so far is less than the least for an order. Send the rest to the same address in time; else it goes back to you.',
  'status.coinsTaken.text': 'Your coins are here. We exchange them and pay out.',
  'status.coinsOwed.text':
    'Coins came that this order could not use: nothing was paid out for them. They are yours; say below which wallet they go back to.',
  'status.coinsReturning.text':
    'Your coins are on their way back to the wallet that you named; you need do nothing.',
  'status.coinsKept.text':
    'What came is less than the network fee for sending it back, so it stays here. It is yours: write to us if you want to claim it.',
  'status.coinsReturned.text':
    'Your coins were sent back to the wallet that you named, less the network fee.',
} as const
