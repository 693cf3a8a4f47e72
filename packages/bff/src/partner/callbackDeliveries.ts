import type { DeliveryAttempt as MadeAttempt } from '@cambio/exchange/callback/CallbackDelivery.ts'
import { attemptOf } from '@cambio/exchange/callback/deliver.ts'
import type { ResendSelection, Endpoint } from '@cambio/exchange/operator/endpoint/EndpointWrites.ts'
import { resendDeliveries } from '@cambio/exchange/operator/endpoint/resendDeliveries.ts'
import { dateFrom, datetime } from '@cambio/exchange/order/time.ts'
import { sharedLimiter } from '@cambio/server/http/limits.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import {
  DELIVERIES,
  MOST_DELIVERIES,
  type CallbackDelivery,
  type DeliveryAttempt,
  type DeliveryListQuery,
  type ResendDeliveries,
  type ShownDelivery,
  type TestCallback,
  type TestedEndpoint,
} from '@cambio/wire/partner/CallbackDelivery.ts'
import type { DeliveryList } from '@cambio/wire/partner/CallbackDelivery.ts'
import type * as z from 'zod/mini'
import { tooMany } from '../http/problem.ts'
import { operatorDeps } from '../operator/operatorDeps.ts'
import type { Exchange } from '../program/Exchange.ts'
import { listCursors, invalidCursor } from '../routes/partner/listCursor.ts'
import { endpointSecrets } from '../store/callback/endpointSecrets.ts'
import { KEPT_MS } from '../store/purge.ts'
import {
  deliveryAttempts,
  findDelivery,
  listDeliveries,
  type DeliveryPlace,
  type ListedDelivery,
} from '../store/read/deliveries.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { callbackEndpoints, endpointOff, endpointUnknown, isOff } from './callbackEndpoints.ts'
import type { PartnerActor } from './PartnerActor.ts'

/** The limit on tests: each may wait for its receiver as long as a delivery. */
const TESTS = { name: 'callback-test', points: 10, windowSeconds: 60 }

export type CallbackDeliveryService = ReturnType<typeof callbackDeliveries>

/** Shows a partner the deliveries of its callbacks, resends them and tests endpoints. */
export function callbackDeliveries(exchange: Exchange) {
  const { mode, clock, database, keys, endpoint: receiver, random } = exchange
  const storeDeps = storeDepsOf(exchange)
  const acts = operatorDeps({ ...storeDeps, mode })
  const endpoints = callbackEndpoints(exchange)
  const now = () => clock.now()
  const tests = sharedLimiter(
    { clock, query: database.query },
    { limit: TESTS, factor: exchange.limitsFactor },
  )

  async function resend(
    { partner, reason }: PartnerActor,
    endpointId: string,
    again: ResendSelection,
  ): Promise<number> {
    const act = { partnerId: partner.id, endpointId, again, actor: partner.name, reason }
    const outcome = await resendDeliveries(acts, act)
    if (outcome.is === 'done') return outcome.done
    throw outcome.code === 'endpoint_off' ? endpointOff() : endpointUnknown()
  }

  return {
    /** Deliveries of the last 31 days, newest first. @throws Refusal endpoint_unknown, validation_failed */
    async list(
      partnerId: string,
      endpointId: string,
      { rows = DELIVERIES, cursor, ...query }: DeliveryListQuery,
    ): Promise<z.infer<typeof DeliveryList>> {
      await endpoints.find(partnerId, endpointId)
      const cursors = listCursors(keys, `deliveries of ${partnerId} to ${endpointId}`)
      const state = query.state ?? null
      const orderId = query.client_order_id ?? null
      const list = JSON.stringify([state, orderId])
      const read = cursor === undefined ? null : cursors.open(cursor)
      if (read && read.list !== list) throw invalidCursor()
      const most = Math.min(rows, MOST_DELIVERIES)
      const found = await listDeliveries(database.query, {
        partnerId,
        endpointId,
        state,
        orderId,
        since: new Date(now().getTime() - KEPT_MS),
        place: read && placeOf(read.place),
        rows: most + 1,
      })
      const data = found.slice(0, most)
      const last = found.length > most ? data.at(-1) : undefined
      return {
        data: data.map(shown),
        next_cursor: last === undefined ? null : cursors.seal({ place: cursorPlace(last), list }),
      }
    },

    /** @throws Refusal endpoint_unknown, delivery_unknown */
    async show(partnerId: string, endpointId: string, id: string): Promise<ShownDelivery> {
      const endpoint = await endpoints.find(partnerId, endpointId)
      const delivery = await findDelivery(database.query, { partnerId, endpointId }, id)
      if (!delivery) throw deliveryUnknown()
      const tries = await deliveryAttempts(database.query, { endpointId }, id)
      const request = requestOf(endpoint, id, delivery.body, tries.at(-1)?.at)
      return { ...shown(delivery), request, tries: tries.map(shownAttempt) }
    },

    /** @throws Refusal endpoint_unknown, delivery_unknown, endpoint_off */
    async resendOne(actor: PartnerActor, endpointId: string, callbackId: string): Promise<number> {
      const { id: partnerId } = actor.partner
      await endpoints.find(partnerId, endpointId)
      const delivery = await findDelivery(database.query, { partnerId, endpointId }, callbackId)
      if (!delivery) throw deliveryUnknown()
      return resend(actor, endpointId, { is: 'one', callbackId })
    },

    /** @throws Refusal endpoint_unknown, endpoint_off */
    resendRange(
      actor: PartnerActor,
      endpointId: string,
      { from, until, state = 'failed' }: ResendDeliveries,
    ): Promise<number> {
      return resend(actor, endpointId, { is: 'range', from: dateFrom(from), until: dateFrom(until), state })
    },

    /**
     * Sends a test callback, which is about no order, once.
     * @throws Refusal endpoint_unknown, endpoint_off, too_many_requests
     */
    async test(partnerId: string, endpointId: string): Promise<TestedEndpoint> {
      const { allowed, resetSeconds } = await tests.consume(partnerId)
      if (!allowed) throw tooMany(resetSeconds)
      const endpoint = await endpoints.find(partnerId, endpointId)
      const secrets = await endpointSecrets(storeDeps, { partnerId, endpointId })
      if (endpoint.url === null || isOff(endpoint) || !secrets) throw endpointOff()
      const at = now()
      const id = random.uuid()
      const told: TestCallback = {
        type: 'test',
        version: 2,
        test: { endpoint_id: endpointId, sent_at: datetime(at) },
      }
      const body = JSON.stringify(told)
      const answer = await receiver.deliver({ url: endpoint.url, id, body, ...secrets, at })
      return {
        is_acknowledged: answer.is === 'acknowledged',
        request: requestOf(endpoint, id, body, at),
        attempt: shownAttempt(attemptOf(answer, at, now())),
      }
    },
  }
}

function shown(delivery: ListedDelivery): CallbackDelivery {
  const { id, orderId, kind, state, attempts, why, createdAt, endedAt, next } = delivery
  return {
    delivery_id: id,
    client_order_id: orderId,
    event: kind,
    state,
    attempts,
    why: state === 'acknowledged' ? null : why,
    created_at: datetime(createdAt),
    ended_at: endedAt && datetime(endedAt),
    next_attempt_at: next && datetime(next),
  }
}

function shownAttempt({ at, durationMs, status, why, text }: MadeAttempt): DeliveryAttempt {
  return { at: datetime(at), duration_ms: durationMs, status, why, answer: text }
}

/** The request that a receiver is sent, without its signatures. */
function requestOf({ url }: Endpoint, id: string, body: string | null, at: Date | undefined) {
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    ...(at && { 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)) }),
    'webhook-signature': '<redacted>',
    'API-Signature': '<redacted>',
  }
  return { url, headers, body }
}

function cursorPlace({ createdMicros, orderId, seq }: ListedDelivery) {
  return { micros: createdMicros, id: `${orderId}:${seq}` }
}

function placeOf({ micros, id }: ReturnType<typeof cursorPlace>): DeliveryPlace {
  const [orderId = '', seq = ''] = id.split(':')
  return { createdMicros: micros, orderId, seq: Number(seq) }
}

function deliveryUnknown(): Refusal {
  return new Refusal('delivery_unknown', 'No such callback was sent to this endpoint; nothing was done')
}
