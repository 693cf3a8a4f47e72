/** How an order stands that is not both paid by card and paid out to a wallet, in English. */
export const english = {
  'status.held.text': 'The amount is reserved on your balance until you confirm. Nothing has been paid out.',
  'status.balanceCanceled.text':
    'This order was canceled, and the amount is back on your balance. Nothing was paid out.',
  'status.balanceExpired.text':
    'This order was not confirmed in time, and the amount is back on your balance. Nothing was paid out.',
  'status.balanceRefunded.text': 'The amount is back on your balance.',
  'status.credited.text': 'We have received your payment, and what you bought is on your balance.',
  'status.crediting.text': 'We have received your payment and are crediting what you bought to your balance.',
  'status.balancePayout.text':
    'The order is confirmed and your coins are being sent. You may close this page.',
  'status.balancePaid.text': 'Your coins have been sent.',
  'status.transfer.text': 'We are waiting for your bank transfer. No money has reached us yet.',
  'status.transferCame.text':
    'We have received your transfer. Now we set the price of your coins, and then we send them.',
  'status.transferReturning.text':
    'This order could not be completed with the transfer we received. We return your money to the account it came from, with our bank’s next transfers. You do not need to do anything.',
  'status.lateReturning.text':
    'Your transfer arrived after this order had ended. The money is on its way back to the account it came from. You do not need to do anything.',
  'status.lateOwed.text':
    'Your transfer arrived after this order had ended, and your bank did not say where to return it. The money is yours, and we are looking into it. Please do not pay again.',
  'status.proof.text':
    'We have received your transfer. Before we buy your coins, we need a bank statement that shows that the account is yours. Without it, we return the money after seven days.',
  'status.payoutBank.text':
    'We have received your payment. The money leaves with our bank’s next transfers and then takes up to one working day. You may close this page.',
  'status.paidOutBank.text': 'We have received your payment and sent the money to your bank account.',
  'status.cameBack.text':
    'The bank returned to us the transfer that we sent you. We have the money, and it is yours; we are looking into it. Please do not pay again.',

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
