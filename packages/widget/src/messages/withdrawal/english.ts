/** What is said only to a buyer who withdraws, answers a new price or looks at what is saved of them, in English. */
export const english = {
  'saved.forget': 'Forget',
  'withdraw.intro':
    'Choose the amount and the destination. You confirm the withdrawal with a code that the shop sends you.',
  'withdrawal.title': 'Confirm the withdrawal',
  'withdrawal.text': 'The shop sends you a six-digit code for this order. It is valid for ten minutes.',
  'withdrawal.tries':
    '{count, plural, one {You have one try left. After that, the order is canceled.} other {You have # tries left.}}',
  'withdrawal.wrong': 'The code is wrong. Nothing was paid out.',
  'withdrawal.outbox': 'Look up the code in the test outbox',
  'newPrice.price': 'Without the discount you pay {pay}, including our fee of {fee}, and get {get}.',
  'newPrice.choice':
    'Accept this price to continue, or choose a refund. If you do not answer, we refund your payment after seven days.',
  'newPrice.changed':
    'The price has changed. Check the new one, then answer again. We still have your payment.',
  'newPrice.accept': 'Accept',
  'newPrice.refund': 'Refund',
} as const
