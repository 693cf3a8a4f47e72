/**
 * What the first screen says in English. It comes with the page; every whole language, English too, is fetched while
 * the buyer fills that screen in.
 */
const opening = {
  title: 'Buy crypto',
  testMode: 'Test mode',
  'testMode.text': 'No real money moves.',
  offline: 'You are offline. Nothing is lost; we go on when the connection is back.',
  loading: 'Loading…',
  progress: 'Step {step} of {steps}',
  setBy: 'set by {partner}',

  continue: 'Continue',
  back: 'Back',
  tryAgain: 'Try again',

  'amount.title': 'Buy crypto',
  'amount.titleSell': 'Sell crypto',
  'amount.pay': 'You pay',
  'amount.get': 'You get',
  'amount.payCurrency': 'Currency you pay',
  'amount.getCurrency': 'Currency you get',
  'amount.method': 'Pay with',
  'amount.coupon': 'Coupon',
  'amount.addCoupon': 'Add a coupon',
  'amount.empty': 'Enter an amount.',
  'amount.invalid': 'Enter an amount such as 100 or 99.50.',
  'amount.ambiguous': 'Which amount do you mean?',
  'amount.precision': '{currency} has at most {decimals} decimals.',
  'amount.whole': '{currency} has no decimals.',
  'amount.low': 'The least you can pay here is {amount}.',
  'amount.high': 'The most you can pay here is {amount}.',
  'amount.lowGet': 'The least you can get here is {amount}.',
  'amount.highGet': 'The most you can get here is {amount}.',
  'amount.useMinimum': 'Use minimum',
  'amount.useMaximum': 'Use maximum',

  'group.card': 'Card',
  'group.crypto': 'Crypto',
  'group.sepa': 'Bank transfer (SEPA)',
  'group.balance': 'Balance',

  'currency.onNetwork': '{coin} on {network}',
  'network.bitcoin': 'Bitcoin',
  'network.litecoin': 'Litecoin',
  'network.ethereum': 'Ethereum',
  'network.ripple': 'XRP Ledger',
  'network.eos': 'EOS',
  'network.stellar': 'Stellar',
  'network.tron': 'Tron',

  'fees.title': 'Price details',
  'fees.rateShort': '1 {payout} ≈ {rate} {payin}',
  'fees.sum': 'fees {amount}',
  'fees.floatsShort': 'today’s price',
  'fees.updating': 'Updating the price…',

  'limit.new': 'You can buy for up to {amount} in 30 days.',
  'limit.more': 'More takes {level}.',
  'limit.over': 'This purchase takes {level} before any card is charged.',
  'level.identity': 'an identity check',

  'broken.title': 'This did not work',
  'broken.link': 'This link is not complete. Go back to the shop and open it again.',

  'money.no': 'No money has moved.',
  'money.checking': 'We are checking whether money has moved.',
  'money.unknown':
    'This page cannot tell how a payment went. If you have paid, do not pay again: open your order from the shop.',
  'part.missing': 'This part of the page did not load.',
  'part.reload': 'Reload',

  reference: 'Reference {id}',
  'error.unreachable': 'We cannot reach the service. Check your connection and try again.',
  'error.unreadable': 'The service gave an answer that this page does not understand. Reload the page.',
  'error.internal': 'Something failed on our side. Try again in a moment.',
  'error.unavailable': 'The service is not ready. Try again in a moment.',
  'error.busy': 'That was a little fast. Wait a moment and try again.',
  'error.request': 'This page sent something the service does not take. Reload the page.',
  'error.fields': 'Some entries need another look.',
  'error.linkUnknown': 'This link is not known. Go back to the shop and open it again.',
  'error.linkExpired': 'This link has expired. Go back to the shop and start again.',
  'error.partnerSuspended': 'Purchases from this shop are paused. Ask the shop.',
  'error.amount': 'Enter an amount in one of the two fields.',
  'error.bounds': 'This amount is outside what can be ordered here.',
  'error.pair': 'This pair of currencies is not offered at the moment. Choose another.',
  'error.group': 'This way to pay is not offered for the currency. Choose another.',
  'error.coupon': 'This coupon is unknown, expired or used up. Remove it or enter another.',
  'error.rate': 'There is no price for this pair at the moment. We keep trying.',
} as const

export default opening
