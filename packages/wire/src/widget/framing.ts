/** The marker of messages between a partner's page and the widget, and their version. */
export const marker = 'cambio-widget'
export const version = 1

/** The steps of a purchase, in order. */
/** Where a bank's page for 3-D Secure may open: in the widget's frame, in the whole window, or in a tab of its own. */
export const challengePlaces = ['frame', 'top', 'tab'] as const
export type ChallengePlace = (typeof challengePlaces)[number]

export const steps = ['amount', 'address', 'you', 'card', 'challenge', 'status'] as const
