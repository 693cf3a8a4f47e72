/** The signature headers of a callback. */
export const callbackHeaders = {
  'API-Signature':
    'base64(HMAC-SHA512(callback secret, SHA256(body))), padded; the digest as its 32 raw bytes. By the new secret alone while one is being replaced.',
  'webhook-id': 'Names this callback; the same in every attempt.',
  'webhook-timestamp': 'Unix seconds of this attempt. Refuse what is old, and an id that you have had.',
  'webhook-signature':
    'As Standard Webhooks has it: v1, and base64(HMAC-SHA256(key, id.timestamp.body)). The key is the bytes of the callback secret; libraries that want it with whsec_ take whsec_ and base64 of these bytes. While the secret is being replaced, two of them with a space between: by the new one, then by the former one.',
} as const
