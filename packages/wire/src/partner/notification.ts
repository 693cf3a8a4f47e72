/** What the signature of a card platform's notification says to be for, so that it passes for no request's (RFC 9421). */
export const NOTIFICATION_TAG = 'notification'
