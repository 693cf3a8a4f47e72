const PREFIX = 'whsec_'

/**
 * The callback secret itself, also where it is given in the form of Standard Webhooks libraries: `whsec_` and its
 * Base64.
 */
export function callbackSecret(secret: string): string {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64').toString() : secret
}
