/** A callback secret in the form of Standard Webhooks' libraries. */
export function webhookSecretOf(callbackSecret: string): string {
  return `whsec_${Buffer.from(callbackSecret).toString('base64')}`
}
