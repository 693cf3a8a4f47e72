/** English, and the list of what a language says. */
const en = {
  title: 'Card details',
  number: 'Card number',
  expiry: 'Expiry date',
  code: 'Security code',
  expiryFormat: 'MM / YY',
  expiryHint: 'Month and year, two digits each',
  codeHint: 'The digits on the back of the card',
  numberEmpty: 'Enter your card number.',
  numberShort: 'The card number is incomplete.',
  numberWrong: 'Check the card number: a digit is wrong.',
  expiryEmpty: 'Enter the expiry date.',
  expiryShort: 'Enter the month and year, as on the card.',
  expiryWrong: 'Check the expiry date.',
  expiryPast: 'This card has expired. Use another card.',
  codeEmpty: 'Enter the security code.',
  codeShort: 'The security code is incomplete.',
  codeWrong: 'Check the security code.',
  store: 'Save this card for my next purchases',
  sending: 'Sending your card details…',
  done: 'Card details received.',
  invalid: 'These card details were not accepted, and you have not been charged. Check them and try again.',
  walletRefused:
    'The payment from your wallet was not accepted, and you have not been charged. Try again or enter your card.',
  unreachable:
    'We could not send your card details, and you have not been charged. Check your connection and try again.',
  expired:
    'This card form has timed out, and you have not been charged in it. Go back and start the payment again.',
  used: 'You have already submitted card details in this form. Go back to see the outcome of the payment.',
  outside: 'This form works only on the page of the shop where you are paying.',
  testCards: 'Test cards',
  testHint: 'Choose how the payment should end. No money moves.',
  success: 'Success',
  declined: 'Declined',
  capture_fails: 'Capture fails',
  '3ds_success': '3-D Secure success',
  '3ds_declined': '3-D Secure declined',
  redirect_success: 'Redirect success',
  redirect_declined: 'Redirect declined',
}

export default en
