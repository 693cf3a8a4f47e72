/** A partner of measurements that wants callbacks. */
export const hearingPartner = {
  apiKey: 'HEARING',
  secret: 'hearing-secret',
  callbackSecret: 'hearing-callback-secret',
} as const
