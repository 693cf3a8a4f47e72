/** How an order that is paid in coins stands, in English. */
export const english = {
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
