import {
  AttemptDeclined,
  CallbackV1,
  CallbackV2,
  CodeCallback,
  LockedCallback,
} from '@cambio/wire/partner/Callback.ts'
import { TestCallback } from '@cambio/wire/partner/CallbackDelivery.ts'
import type * as z from 'zod/mini'
import { callbackHeaders } from './callbackHeaders.ts'
import { callbackPromise } from './callbackPromise.ts'
import { jsonSchemaOrRef } from './jsonSchema.ts'
import { nameOf } from './shapes.ts'

type Json = Record<string, unknown>

/** The callbacks, as webhooks of OpenAPI. */
export function webhooks(): Json {
  return {
    orderChangedV2: webhook('orderChangedV2', 'A change of an order, version 2', CallbackV2),
    orderChangedV1: webhook('orderChangedV1', 'A change of an order, version 1', CallbackV1),
    withdrawalCode: webhook('withdrawalCode', 'The code of a withdrawal', CodeCallback),
    withdrawalsLocked: webhook(
      'withdrawalsLocked',
      'Too many wrong codes were sent for a client’s withdrawals',
      LockedCallback,
    ),
    attemptDeclined: webhook(
      'attemptDeclined',
      'An attempt to pay was declined; sent where you ask for it',
      AttemptDeclined,
    ),
    test: webhook('test', 'A test of an endpoint, sent because you asked for it', TestCallback),
  }
}

/** The two signatures of a callback; a receiver checks one of them. */
export const webhookSchemes: Json = {
  callbackSignature: signature('API-Signature'),
  standardWebhooks: signature('webhook-signature'),
}

function signature(name: keyof typeof callbackHeaders): Json {
  return { type: 'apiKey', in: 'header', name, description: callbackHeaders[name] }
}

function webhook(operationId: string, summary: string, schema: z.ZodMiniType): Json {
  return {
    post: {
      operationId,
      summary,
      description: callbackPromise.join(' '),
      tags: ['callbacks'],
      security: [{ callbackSignature: [] }, { standardWebhooks: [] }],
      parameters: (['webhook-id', 'webhook-timestamp'] as const).map((name) => ({
        name,
        in: 'header',
        required: true,
        description: callbackHeaders[name],
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOrRef(schema, 'output', nameOf) } },
      },
      responses: {
        '2XX': { description: 'Acknowledged' },
        '410': { description: 'No more callbacks, please' },
      },
    },
  }
}
