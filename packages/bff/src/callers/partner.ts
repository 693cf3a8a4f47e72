import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { partnerAuthenticator } from '../authenticate/partner.ts'
import type { CallerEntry } from './CallerEntry.ts'

/** A partner's server, which signs the path and the bytes of the body. */
export const partner = {
  bodyForm: 'bytes',
  refusedLimit: { name: 'stranger', points: 20, windowSeconds: 1 },
  authenticator({ stores, ...deps }) {
    const authenticate = partnerAuthenticator({ partners: stores.partners, ...deps })
    return async (c, body) => ({ partner: await authenticate(c, body) })
  },
  id: {
    of: (identity) => identity.partner.id,
    partnerOf: (identity) => identity.partner.id,
    limit: { name: 'partner', points: 100, windowSeconds: 1 },
  },
  concerns: (identity) => ({ partnerId: identity.partner.id }),
  challenge: 'API-Signature',
  reference: {
    credentials: 'API-Key and API-Signature',
    security: [{ apiKey: [], apiSignature: [] }],
    schemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'API-Key' },
      apiSignature: {
        type: 'apiKey',
        in: 'header',
        name: 'API-Signature',
        description:
          'base64(HMAC-SHA512(secret, SHA256(path + body))); with API-Timestamp, that goes in front of the path',
      },
    },
    headers: [
      {
        name: 'API-Signature-Version',
        in: 'header',
        required: false,
        description:
          '1 if left out. With 2, API-Signature is base64(HMAC-SHA512(secret, text)) over the timestamp, the method, the path with its query, and the SHA256 of the body in hex, each on a line. An account may be set to require it.',
        schema: { type: 'string', pattern: '^[12]$' },
      },
      {
        name: 'API-Timestamp',
        in: 'header',
        required: false,
        description:
          'Unix seconds, at most 300 s off. Signed when sent: in front of the path in version 1. Version 2 requires it, and so may an account.',
        schema: { type: 'string', pattern: '^\\d{1,12}$' },
      },
    ],
  },
} as const satisfies CallerEntry<{ readonly partner: Partner }>
