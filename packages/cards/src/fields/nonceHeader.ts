/** The header that carries the nonce of a page of card fields. */
export const nonceHeader = 'Fields-Nonce'
