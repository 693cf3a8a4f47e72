import { english as address } from './address/english.ts'
import { english as coins } from './coins/english.ts'
import opening from './opening.ts'
import { english as status } from './status/english.ts'
import { english as transfer } from './transfer/english.ts'

/** English, and the list of what a language says. `{name}` is filled in. */
const en = {
  ...opening,
  ...address,
  ...coins,
  ...status,
  ...transfer,

  'group.sofort': 'Sofort',
  'group.bank': 'Bank transfer',
  'group.client': 'Account',
  'group.neteller': 'Neteller',
  checkStatus: 'Check status',
  done: 'Done',

  'email.title': 'Your e-mail',
  'email.intro': 'We send a code to make sure it is yours.',
  'email.again': 'To go on with your order, confirm your e-mail again.',
  'email.underWay': 'A payment is under way. Please do not pay again. Confirm your e-mail to follow it.',
  'email.label': 'E-mail',
  'email.invalid': 'Enter your e-mail address, such as name@example.com.',
  'code.title': 'Enter the code',
  'code.intro': 'We sent six digits to {email}. They work for ten minutes.',
  'code.label': 'Code',
  'code.guessed':
    'Too many wrong codes came for this address. Open the link in our e-mail, press its button, and go on in that browser.',
  'code.invalid': 'Enter the six digits of the code.',
  'code.sandbox': 'Test mode sends no mail. The code would be {code}.',
  'code.resend': 'Send a new code',
  'code.resent': 'A new code is on its way.',
  'code.other': 'Use another e-mail',

  'payer.title': 'Your details',
  'payer.intro': 'As on your card and your documents. Your bank and the law ask for them.',
  'payer.introPapers': 'As on your documents. The law asks for them.',
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
  'payer.birthDate.invalid': 'Enter your date of birth. Buyers are 18 or older.',
  'payer.country.invalid': 'Choose your country.',
  'payer.country.forbidden': 'We cannot serve buyers in this country. No money has moved.',
  'payer.country.card': 'Cards are not taken in this country. No money has moved.',
  'payer.state.invalid': 'Enter your state or region, at most 32 characters.',
  'payer.city.invalid': 'Enter your city, at most 40 characters.',
  'payer.address.invalid': 'Enter street and number.',
  'payer.postalCode.invalid': 'Enter your postal code, at most 10 characters.',
  'payer.phone.invalid': 'Enter your phone number with digits, such as +49 30 1234567.',

  'card.title': 'Payment',
  'card.frame': 'Card details',
  'card.to': 'To',
  'card.memo': 'Memo or tag',
  'card.pay': 'Pay {amount} {currency}',
  'card.paying': 'Sending your payment. Please keep this page open.',
  'card.safe': 'Your card details go straight to the card platform. This page never sees them.',
  'card.wrong': 'Wrong address or amount? Nothing has been paid yet.',
  'card.startAgain': 'Start again at the shop',
  'card.changed': 'The price has changed',
  'card.changedText':
    'It is now {pay} for {get}. Before it was {payBefore} for {getBefore}, so you would get less for your money. Nothing has been paid.',
  'card.frameSlow': 'The card form does not answer. No money has moved.',
  'card.frame.invalid': 'Check the card details above. You have not been charged.',
  'card.frame.expired': 'The card form had timed out and was opened anew. You have not been charged.',
  'card.frame.used': 'Card details were handed in already. We are looking at how the payment went.',
  'card.frame.anew':
    'The card form held another card and was opened anew. You have not been charged. Enter your card again.',
  'card.unknown':
    'We lost the connection while paying. We are checking whether the payment went through; do not pay again elsewhere.',
  'card.repriced':
    'The price is no longer the one you saw. You have not been charged. We are looking at the new price; you can pay once it is shown here.',
  'card.coupon':
    'The coupon is used up, or in use for another order. You have not been charged. Look at the price, then pay.',
  'card.notSent': 'The payment did not reach us and you have not been charged. Try again.',

  'amount.all': 'All',
  'amount.has': 'Your balance: {amount}',
  'amount.hasLess': 'Your balance is {amount}: take a smaller amount.',

  'limit.newSale': 'You can sell for up to {amount} in 30 days.',
  'limit.leftSale': '{amount} are left of what you can sell for in 30 days.',
  'limit.left': '{amount} are left of what you can buy for in 30 days.',
  'level.address': 'an identity check and proof of your address',
  'level.bank_statement': 'an identity check, proof of your address and a bank statement',
  'limit.overSent':
    'This order takes {level}: what you send waits for it, and goes back after seven days without.',
  'limit.overAll':
    'This order is over it, and nothing raises it: take a smaller amount. What you send for this one would wait, and go back after seven days.',

  'fees.payin': 'You pay',
  'fees.payinFee': 'Network fee',
  'fees.payinFee.why': 'What it costs to take your payment: the card’s or bank’s charges, or the network’s.',
  'fees.margin.why': 'What we take for the exchange and its service.',
  'fees.converted.why': 'What is left once the fees are off, and is exchanged.',
  'fees.rate.why': 'What one coin costs in this purchase. What we earn on the price is in it.',
  'fees.payoutFee.why': 'What it costs to send it to you.',
  'fees.margin': 'Service fee',
  'fees.converted': 'Converted',
  'fees.rate': 'Rate',
  'fees.rateText': '1 {payout} = {rate} {payin}',
  'fees.payoutFee': 'Network fee, {currency}',
  'fees.payout': 'You get',
  'fees.held': 'Price held for {time}',
  'fees.floats': 'Today’s price. Yours is made when your transfer arrives.',

  'expired.title': 'This link has expired',
  'expired.text': 'No money has moved. Go back to the shop and start again.',

  'picker.search': 'Search',
  'picker.none': 'Nothing found. Try another word.',
  'picker.close': 'Close',

  'closing.title': 'A payment is under way',
  'closing.text': 'Closing does not stop it. To see how it went, open this order again with the link below.',
  'closing.stay': 'Stay',
  'closing.leave': 'Close anyway',

  'challenge.title': 'Confirm with your bank',
  'challenge.text': 'Your bank asks you to confirm this payment. You are charged only after you do.',
  'challenge.frame': 'Your bank’s confirmation page',
  'challenge.open': 'Go to my bank',
  'challenge.newTab': 'Open my bank in a new tab',
  'challenge.inTab': 'Your bank is open in another tab. Confirm there; this page follows by itself.',
  'challenge.missing': 'Your bank’s page does not appear here. Open it in a tab of its own.',
  'challenge.slow':
    'Finished with your bank, or does its page not appear? Check the status: nothing is paid twice.',
  'challenge.still': 'The bank has not told us anything yet. No money has been taken so far.',

  'withdraw.title': 'Withdraw from your balance',
  'withdraw.intro': 'Choose how much and where to. A code that the shop sends you confirms it.',
  'withdraw.none': 'There is no {currency} on your balance here, so there is nothing to withdraw.',
  'withdrawal.title': 'Confirm the withdrawal',
  'withdrawal.text': 'The shop sends you six digits for this order. They work for ten minutes.',
  'withdrawal.tries.one': 'One more try is left; then the order is canceled.',
  'withdrawal.tries.other': '{count} more tries are left.',
  'withdrawal.wrong': 'The code is wrong. Nothing was paid out.',
  'withdrawal.outbox': 'Look up the code in the test outbox',

  'newPrice.title': 'The new price',
  'newPrice.text':
    'Your order was placed with a discount that is not due any more: another order had it first. Your payment is here, and nothing was bought with it yet.',
  'newPrice.price': 'Without the discount you pay {pay}, {fee} of it as our fee, and get {get}.',
  'newPrice.choice':
    'Accept this price and the order goes on, or have your payment back. Without an answer your payment goes back after seven days.',
  'newPrice.changed':
    'The price has changed meanwhile. Look at the new one, then answer again. Your payment is still here.',
  'newPrice.accept': 'Accept',
  'newPrice.refund': 'Refund',

  'error.linkUsed': 'This link has its order already. Reload the page to see it.',
  'error.session': 'You were away for a while. Confirm your e-mail again to go on.',
  'error.addressRequired': 'A wallet address is needed. Go back and enter it.',
  'error.addressForbidden': 'Nothing is paid to this wallet: it is on a list of sanctions. Name another.',
  'error.addressInvalid': 'The wallet address is not valid on its network. Go back and check it.',
  'error.notAllowed': 'This e-mail cannot be used for this order. Use the one the order was made with.',
  'error.codeRequired': 'This needs the code that we send to your e-mail.',
  'error.code': 'The code is wrong or expired. Check it, or have a new one sent.',
  'error.payer': 'Some of your details are missing. Go back and complete them.',
  'error.balance': 'Your balance is smaller than this. Go back and take a smaller amount.',
  'error.country': 'We cannot serve buyers in your country.',
  'error.cardCountry': 'Cards are not taken in your country.',
  'error.quote': 'The price had run out. Have a look at the new one.',
  'error.orderState': 'This order takes no payment any more, so none was made just now.',
  'error.attempt': 'A payment for this order is under way already. Check its status.',
  'error.cardIncomplete': 'The card details have not been entered yet. Enter them and pay.',
  'error.cardSession': 'The card form had timed out. Enter the card details again.',
  'error.unpaid':
    'Three of your orders wait for payment already. Pay one of them, or wait until it runs out.',
  'error.open': 'Three withdrawals wait for their codes. Confirm one, or wait ten minutes.',
  'error.locked': 'Too many wrong codes: no withdrawals for up to 24 hours. See our e-mail.',
  'error.velocity':
    'Too many payments were declined. Wait an hour or two, or ask your bank, before you try again.',
  'error.platform': 'The card platform does not answer. Try again in a moment.',
} as const

export default en
