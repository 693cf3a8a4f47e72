import { english as address } from './address/english.ts'

/** What is said until an order is placed and paid, in English, beside the first screen. */
const purchase = {
  ...address,

  'group.sofort': 'Sofort',
  'group.bank': 'Bank transfer',
  'group.client': 'Account',
  'group.neteller': 'Neteller',
  checkStatus: 'Check status',
  done: 'Done',

  'email.title': 'Your e-mail',
  'email.intro': 'We will send you a code to confirm that it is yours.',
  'email.again': 'To continue with your order, confirm your e-mail again.',
  'email.underWay': 'A payment is under way. Please do not pay again. Confirm your e-mail to follow it.',
  'email.label': 'E-mail',
  'email.invalid': 'Enter your e-mail address, such as name@example.com.',
  'device.remember': 'Remember me on this device for 90 days (not on a shared computer)',
  'passkey.get': 'Sign in with a passkey',
  'passkey.create': 'Add a passkey',
  'passkey.failed': 'That did not work. You can still use the code from your e-mail.',
  'saved.wallets': 'Your wallets',
  'saved.open': 'Saved devices and cards',
  'saved.forget': 'Forget',
  'code.title': 'Enter the code',
  'code.intro': 'We sent a six-digit code to {email}. It is valid for ten minutes.',
  'code.label': 'Code',
  'code.guessed':
    'Too many wrong codes were entered for this address. Open the link in our e-mail, press the button there, and continue in that browser.',
  'code.invalid': 'Enter the six digits of the code.',
  'code.sandbox': 'Test mode sends no mail. The code would be {code}.',
  'code.resend': 'Send a new code',
  'code.resent': 'A new code is on its way.',
  'code.other': 'Use another e-mail',

  'payer.title': 'Your details',
  'payer.intro':
    'Enter them as they appear on your card and your identity document. Your bank and the law require them.',
  'payer.introPapers': 'Enter them as they appear on your identity document. The law requires them.',
  'payer.addressFinal': 'Check the address: it is final once you continue.',
  'payer.firstName': 'First name',
  'payer.lastName': 'Last name',
  'payer.birthDate': 'Date of birth',
  'payer.country': 'Country',
  'payer.state': 'State or region',
  'payer.city': 'City',
  'payer.address': 'Address',
  'payer.postalCode': 'Postal code',
  'payer.phone': 'Phone',
  'payer.optional': 'optional',
  'payer.firstName.hint': 'Your whole name may stand here.',
  'payer.address.hint': 'Postal code and city may stand here too, after a comma.',
  'payer.day': 'Day',
  'payer.month': 'Month',
  'payer.year': 'Year',
  'payer.choose': 'Choose a country',
  'payer.firstName.missing': 'Enter your first name.',
  'payer.lastName.missing': 'Enter your last name.',
  'payer.state.missing': 'Enter your state or region.',
  'payer.city.missing': 'Enter your city.',
  'payer.postalCode.missing': 'Enter your postal code.',
  'payer.firstName.invalid': 'Enter your first name, at most 32 characters.',
  'payer.lastName.invalid': 'Enter your last name, at most 32 characters.',
  'payer.birthDate.invalid': 'Enter your date of birth. You must be 18 or older.',
  'payer.country.invalid': 'Choose your country.',
  'payer.country.forbidden': 'We cannot serve buyers in this country. No money has moved.',
  'payer.country.card': 'Card payments are not available in this country. No money has moved.',
  'payer.state.invalid': 'Enter your state or region, at most 32 characters.',
  'payer.city.invalid': 'Enter your city, at most 40 characters.',
  'payer.address.invalid': 'Enter street and number.',
  'payer.postalCode.invalid': 'Enter your postal code, at most 10 characters.',
  'payer.phone.invalid': 'Enter your phone number with digits, such as +49 30 1234567.',

  'card.title': 'Payment',
  'card.frame': 'Card details',
  'legal.cardHolder': '{holder} holds the data of your card.',
  'card.to': 'To',
  'card.memo': 'Memo or tag',
  'card.pay': 'Pay {amount}',
  'card.paying': 'Sending your payment. Please keep this page open.',
  'card.safe': 'Your card details go straight to the card platform. This page never sees them.',
  'card.wallets': 'Pay with Apple Pay or Google Pay in a new tab',
  'card.wrong': 'Wrong address or amount? Nothing has been paid yet.',
  'card.startAgain': 'Start again at the shop',
  'card.changed': 'The price has changed',
  'card.changedText':
    'The price is now {pay} for {get}. Before, it was {payBefore} for {getBefore}, so you would get less for your money. Nothing has been paid.',
  'card.frameSlow': 'The card form is not responding. No money has moved.',
  'card.frame.invalid': 'Check the card details above. You have not been charged.',
  'card.frame.expired': 'The card form timed out, so we opened a new one. You have not been charged.',
  'card.frame.used':
    'You have already submitted card details. We are checking whether the payment went through.',
  'card.frame.anew':
    'The card form contained another card, so we opened a new one. You have not been charged. Enter your card again.',
  'card.unknown':
    'We lost the connection during the payment. We are checking whether it went through. Please do not pay again anywhere else.',
  'card.repriced':
    'The price has changed since you saw it. You have not been charged. We are loading the new price; you can pay when it is shown here.',
  'card.coupon':
    'The coupon is used up or in use for another order. You have not been charged. Check the price, then pay.',
  'card.notSent': 'Your payment did not reach us, and you have not been charged. Try again.',

  'amount.all': 'All',
  'amount.has': 'Your balance: {amount}',
  'amount.hasLess': 'Your balance is {amount}. Enter a smaller amount.',

  'limit.newSale': 'You can sell for up to {amount} in 30 days.',
  'limit.leftSale': 'Your remaining limit for sales in 30 days is {amount}.',
  'limit.left': 'Your remaining limit for purchases in 30 days is {amount}.',
  'level.address': 'an identity check and proof of your address',
  'level.bank_statement': 'an identity check, proof of your address and a bank statement',
  'limit.overSent':
    'This order needs {level}. What you send waits until then. Without it, we return it after seven days.',
  'limit.overAll':
    'This order exceeds that limit, and the limit cannot be raised. Enter a smaller amount. What you send for this order would wait here, and we would return it after seven days.',

  'fees.payin': 'You pay',
  'fees.payinFee': 'Network fee',
  'fees.payinFee.why': 'What it costs to receive your payment: charges of the card, the bank or the network.',
  'fees.margin.why': 'What we charge for the exchange and our service.',
  'fees.converted.why': 'What remains after the fees and is exchanged.',
  'fees.rate.why': 'What one coin costs in this purchase. It includes our margin on the price.',
  'fees.payoutFee.why': 'What it costs to send it to you.',
  'fees.margin': 'Service fee',
  'fees.converted': 'Converted',
  'fees.rate': 'Rate',
  'fees.rateText': '1 {payout} = {rate} {payin}',
  'fees.payoutFee': 'Network fee, {currency}',
  'fees.payout': 'You get',
  'fees.held': 'Price guaranteed for {time}',
  'fees.floats': 'Today’s price. Your price is set when your transfer arrives.',

  'expired.title': 'This link has expired',
  'expired.text': 'No money has moved. Go back to the shop and start again.',

  'picker.search': 'Search',
  'picker.none': 'Nothing found. Try another word.',
  'picker.close': 'Close',

  'closing.title': 'A payment is under way',
  'closing.text':
    'Closing this window does not stop it. To see the outcome, open this order again with the link below.',
  'closing.stay': 'Stay',
  'closing.leave': 'Close anyway',

  'challenge.title': 'Confirm with your bank',
  'challenge.text': 'Your bank asks you to confirm this payment. You are charged only after you do.',
  'challenge.frame': 'Your bank’s confirmation page',
  'challenge.open': 'Go to my bank',
  'challenge.newTab': 'Open my bank in a new tab',
  'challenge.inTab': 'Your bank is open in another tab. Confirm there; this page updates by itself.',
  'challenge.missing': 'Your bank’s page cannot be shown here. Open it in its own tab.',
  'challenge.slow':
    'Have you finished at your bank, or does its page not appear? Check the status: you never pay twice.',
  'challenge.still': 'Your bank has not answered yet. No money has been taken so far.',

  'withdraw.title': 'Withdraw from your balance',
  'withdraw.intro':
    'Choose the amount and the destination. You confirm the withdrawal with a code that the shop sends you.',
  'withdraw.none': 'You have no {currency} on your balance here, so there is nothing to withdraw.',
  'withdrawal.title': 'Confirm the withdrawal',
  'withdrawal.text': 'The shop sends you a six-digit code for this order. It is valid for ten minutes.',
  'withdrawal.tries':
    '{count, plural, one {You have one try left. After that, the order is canceled.} other {You have # tries left.}}',
  'withdrawal.wrong': 'The code is wrong. Nothing was paid out.',
  'withdrawal.outbox': 'Look up the code in the test outbox',

  'newPrice.title': 'New price to accept',
  'newPrice.text':
    'You placed this order with a discount that no longer applies, because another order used it first. We have received your payment and have not bought anything with it yet.',
  'newPrice.price': 'Without the discount you pay {pay}, including our fee of {fee}, and get {get}.',
  'newPrice.choice':
    'Accept this price to continue, or choose a refund. If you do not answer, we refund your payment after seven days.',
  'newPrice.changed':
    'The price has changed. Check the new one, then answer again. We still have your payment.',
  'newPrice.accept': 'Accept',
  'newPrice.refund': 'Refund',

  'error.linkUsed': 'An order was already placed with this link. Reload the page to see it.',
  'error.session': 'You were away for a while. Confirm your e-mail again to go on.',
  'error.addressRequired': 'A wallet address is needed. Go back and enter it.',
  'error.addressForbidden':
    'We cannot pay out to this wallet, because it is on a sanctions list. Enter another one.',
  'error.addressInvalid': 'The wallet address is not valid on its network. Go back and check it.',
  'error.notAllowed': 'This e-mail cannot be used for this order. Use the one the order was placed with.',
  'error.codeRequired': 'For this we need the code that we send to your e-mail.',
  'error.code': 'The code is wrong or expired. Check it, or request a new one.',
  'error.payer': 'Some of your details are missing. Go back and complete them.',
  'error.balance': 'Your balance is too low for this amount. Go back and enter a smaller one.',
  'error.country': 'We cannot serve buyers in your country.',
  'error.cardCountry': 'Card payments are not available in your country.',
  'error.quote': 'The price has expired. Check the new one.',
  'error.orderState': 'This order can no longer be paid, and no payment was made just now.',
  'error.attempt': 'A payment for this order is already under way. Check its status.',
  'error.cardIncomplete': 'The card details have not been entered yet. Enter them and pay.',
  'error.cardSession': 'The card form timed out. Enter the card details again.',
  'error.unpaid':
    'Three of your orders are already waiting for payment. Pay one of them, or wait until one expires.',
  'error.open': 'Three of your withdrawals are waiting for their codes. Confirm one, or wait ten minutes.',
  'error.locked':
    'Too many wrong codes were entered. You cannot withdraw for up to 24 hours. See our e-mail.',
  'error.velocity':
    'Too many payments were declined. Wait an hour or two, or ask your bank, before you try again.',
  'error.platform': 'The card platform is not responding. Try again in a moment.',
} as const

export default purchase
