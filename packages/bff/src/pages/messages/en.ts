/** What our own pages say in English, and the list of what they say in every other language. */
const en = {
  'challenge.title': 'Your bank',
  'challenge.text': 'Your bank asks you to confirm this payment. No money has moved yet.',
  'challenge.go': 'Continue to your bank',
  'returned.title': 'Back from your bank',
  'returned.heading': 'Thank you',
  'returned.text': 'We are asking the card platform what became of your payment.',
  'returned.back': 'Back to your order',
  'returned.close': 'You may close this window; the page you came from shows the outcome.',
  'notFound.title': 'Nothing here',
  'notFound.heading': 'There is nothing at this address',
  'notFound.happened':
    'The link may be incomplete or no longer valid. This page cannot tell how a payment went.',
  'notFound.next':
    'If you have paid, do not pay again: open your order from the shop. Otherwise go back to the shop and start again there.',
  'suspended.title': 'Purchases are paused',
  'suspended.heading': 'Purchases from this shop are paused',
  'suspended.happened': 'No order came of this link, and no money has moved.',
  'suspended.next':
    'Orders that were placed before go on to their end: open yours by its own link. About anything else, ask the shop.',
  'mailedCode.title': 'Your code',
  'mailedCode.ask':
    'If too many wrong codes were entered for your address, press the button. This browser then has five more tries; no other one has.',
  'mailedCode.foreign': 'If you have not asked for a code, close this page.',
  'mailedCode.press': 'Give this browser five more tries',
  'mailedCode.pressed': 'This browser has five more tries',
  'mailedCode.next':
    'Go back to the page that asked for the code and enter it there. If that page is in another browser or inside the page of a shop, go on here and ask for a new code.',
  'mailedCode.onward': 'Go on in this browser',
  'standing.by': 'with Cambio',
  'standing.noOrder': 'There is no order here yet',
  'standing.yourOrder': 'Your order {id}',
  'standing.blocked':
    'The rest of this page did not load. If you have paid, do not pay again: reload the page, or open it in another browser.',
  'standing.needsScript': 'This page needs JavaScript, which is off in this browser.',
  'standing.reload': 'Reload',
  'status.payin_pending': 'It waits for its payment.',
  'status.confirmation_pending': 'It waits for the code that confirms it. Nothing has been paid out.',
  'status.processing': 'It is not paid yet, or its payment is being checked.',
  'status.auth_success': 'The payment was approved. The order goes on by itself.',
  'status.processing_payout': 'The payment is in, and what was bought is being sent.',
  'status.pending': 'Something is needed from you before it goes on.',
  'status.finished': 'It is paid out.',
  'status.canceled': 'It was canceled.',
  'status.error': 'The payment was declined.',
  'status.expired': 'It was not paid in time. Money that still arrives is returned.',
  'status.refunded': 'The money was returned.',
  'verification.title': 'Verification',
  'verification.shown': 'Your documents are being looked at',
  'verification.shown.next':
    'Go back to your order: it goes on by itself once they are found good. If you have paid already, your money is safe here: do not pay again. You may close this page.',
  'verification.unopened': 'The check could not be opened',
  'verification.unopened.next':
    'Your order waits. If you have paid already, your money is safe here: do not pay again. Load this page again in a minute.',
  'verification.inReview': 'Somebody is looking at your documents',
  'verification.inReview.next':
    'Your documents do not say the same as the details that you gave here, so your limit stays as it is until somebody has looked at them. If you have mistyped your name, date of birth or country, correct it and open this page again. If you have paid already, your money is safe here: do not pay again.',
} as const

export default en
