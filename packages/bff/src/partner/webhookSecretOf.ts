/** A callback secret as Standard Webhooks' libraries take it. */
export function webhookSecretOf(callbackSecret: string): string {
  return `whsec_${Buffer.from(callbackSecret).toString('base64')}`
}
