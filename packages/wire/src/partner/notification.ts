/** The tag of the signature of a card platform's notification, so that it is not valid for a request (RFC 9421). */
export const NOTIFICATION_TAG = 'notification'
