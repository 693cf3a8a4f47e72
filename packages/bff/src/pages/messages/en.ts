/** What our own pages say in English, and the list of what they say in every other language. */
const en = {
  'challenge.title': 'Your bank',
  'challenge.text': 'Your bank asks you to confirm this payment. No money has moved yet.',
  'challenge.go': 'Continue to your bank',
  'returned.title': 'Back from your bank',
  'returned.heading': 'Thank you',
  'returned.text': 'We are asking the card platform for the outcome of your payment.',
  'returned.back': 'Back to your order',
  'returned.close': 'You may close this window; the page you came from shows the outcome.',
  'notFound.title': 'Nothing here',
  'notFound.heading': 'There is nothing at this address',
  'notFound.happened':
    'The link may be incomplete or no longer valid. This page cannot show whether a payment went through.',
  'notFound.next':
    'If you have paid, do not pay again: open your order from the shop. Otherwise go back to the shop and start again there.',
  'failed.heading': 'This page is not available at the moment',
  'failed.happened': 'Something failed on our side. This page cannot show whether a payment went through.',
  'failed.next':
    'If you have already paid, your money is safe here: do not pay again. Reload this page in a minute.',
  'suspended.title': 'Purchases are paused',
  'suspended.heading': 'Purchases from this shop are paused',
  'suspended.happened': 'No order was placed with this link, and no money has moved.',
  'suspended.next':
    'Orders that you placed before continue as usual: open yours by its own link. If you have questions, ask the shop.',
  'mailedCode.title': 'Your code',
  'mailedCode.ask':
    'If too many wrong codes were entered for your address, press the button. This browser then has five more tries. No other browser gets them.',
  'mailedCode.foreign': 'If you did not request a code, close this page.',
  'mailedCode.press': 'Give this browser five more tries',
  'mailedCode.pressed': 'This browser has five more tries',
  'mailedCode.next':
    'Go back to the page that asked for the code and enter it there. If that page is in another browser or on the page of a shop, continue here and request a new code.',
  'mailedCode.onward': 'Continue in this browser',
  'standing.by': 'with Cambio',
  'standing.noOrder': 'There is no order here yet',
  'standing.yourOrder': 'Your order {id}',
  'standing.blocked':
    'The rest of this page did not load. If you have paid, do not pay again: reload the page, or open it in another browser.',
  'standing.needsScript': 'This page needs JavaScript, which is off in this browser.',
  'standing.reload': 'Reload',
  'loader.silent':
    'The payment window is not responding. If you have paid, check your order before you pay again.',
  'loader.open': 'Open it in a new tab',
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
  'legal.help': 'Help',
  'status.payin_pending': 'It is waiting for payment. No money has moved yet.',
  'status.confirmation_pending': 'It is waiting for the code that confirms it. Nothing has been paid out.',
  'status.processing': 'It has not been paid yet, or we are checking the payment.',
  'status.auth_success': 'The payment was approved. The order continues by itself.',
  'status.processing_payout': 'We have received the payment and are sending what you bought.',
  'status.pending': 'We need something from you before it can continue.',
  'status.finished': 'It has been paid out.',
  'status.canceled': 'It was canceled.',
  'status.error': 'The payment was declined.',
  'status.expired': 'It was not paid in time. Money that still arrives is returned.',
  'status.refunded': 'The money was returned.',
  'verification.title': 'Verification',
  'verification.shown': 'Your documents are being checked',
  'verification.shown.next':
    'Go back to your order: it continues by itself once your documents are approved. If you have already paid, your money is safe here: do not pay again. You may close this page.',
  'verification.unopened': 'We could not open the verification',
  'verification.unopened.next':
    'Your order is waiting. If you have already paid, your money is safe here: do not pay again. Reload this page in a minute.',
  'verification.inReview': 'We are reviewing your documents',
  'verification.inReview.next':
    'Your documents do not match the details that you gave here, so your limit stays as it is until we have reviewed them. If you mistyped your name, date of birth or country, correct it and open this page again. If you have already paid, your money is safe here: do not pay again.',
} as const

export default en
