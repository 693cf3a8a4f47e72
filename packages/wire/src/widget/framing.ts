/** What marks the messages between a partner's page and the widget, and the version that they are of. */
export const marker = 'cambio-widget'
export const version = 1

/** The steps of a purchase, in order. */
export const steps = ['amount', 'address', 'you', 'card', 'challenge', 'status'] as const
