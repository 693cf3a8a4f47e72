import { declineCodes } from '../testCards.ts'

/**
 * Where the widget can be begun, by the value of the choice: as if its buyer had come so far before. `card:` is followed by
 * the expiry of the test card that paid, and by what its buyer answered where the bank asked; or by what is special about the
 * card form.
 */
export const screens = {
  Steps: {
    '': 'The first step',
    address: 'The wallet address',
    you: 'The e-mail address',
    payer: 'The buyer’s details',
    order: 'The order, to be paid',
    paid: 'The order, paid by bank transfer',
    coins: 'The order, paid in coins',
    'coins:few': 'The order, after too few coins',
    withdrawal: 'The withdrawal, to be confirmed by its code',
    discount: 'The discount is lost: a new price to accept',
  },
  Interruptions: {
    session: 'The session has ended',
    offline: 'The connection is lost',
  },
  Card: {
    card: 'The card form',
    'card:02/2038': 'The card form, after a decline',
    'card:saved': 'The card form, with a saved card',
    'card:expired': 'The card form, after one that timed out',
    'card:01/2038': 'The order, paid by card',
    'card:03/2038': 'Paid, then refunded: the money could not be taken',
  },
  '3-D Secure': {
    'card:05/2038': 'The bank asks',
    'card:05/2038:approve': 'The buyer approved',
    'card:05/2038:decline': 'The buyer declined',
    'card:05/2038:cancel': 'The buyer turned back',
    'card:05/2038:timeout': 'The buyer did not answer',
    'card:06/2038:approve': 'The buyer approved, the bank declined',
    'card:12/2038': 'The bank asks on a page of its own',
    'card:12/2038:approve': 'The buyer approved there',
    'card:12/2039:approve': 'The buyer approved there, the bank declined',
  },
  Declines: {
    ...Object.fromEntries(declineCodes.map(({ code, reason }) => [`card:02/2038::${code}`, reason])),
    declined: 'Three declines, which end the order',
  },
  Ends: {
    expired: 'The order was not paid in time',
    canceled: 'The request was canceled',
    unknown: 'A request that is not there',
  },
} as const
