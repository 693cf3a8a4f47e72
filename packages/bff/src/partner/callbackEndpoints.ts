import { addEndpoint } from '@cambio/exchange/operator/endpoint/addEndpoint.ts'
import { changeEndpoint, removeEndpoint } from '@cambio/exchange/operator/endpoint/changeEndpoint.ts'
import type { Endpoint, EndpointChanges } from '@cambio/exchange/operator/endpoint/EndpointWrites.ts'
import { rotateEndpoint } from '@cambio/exchange/operator/endpoint/rotateEndpoint.ts'
import { datetime } from '@cambio/exchange/order/time.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import {
  MOST_ENDPOINTS,
  type AddedEndpoint,
  type AddEndpoint,
  type CallbackEndpoint,
  type ChangeEndpoint,
  type RotatedEndpoint,
} from '@cambio/wire/partner/CallbackEndpoint.ts'
import { operatorDeps } from '../operator/operatorDeps.ts'
import type { Exchange } from '../program/Exchange.ts'
import { partnerEndpoints } from '../store/read/endpoints.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { endpointObjection } from './endpointObjection.ts'
import type { PartnerActor } from './PartnerActor.ts'
import { webhookSecretOf } from './webhookSecretOf.ts'

const HOUR_MS = 60 * 60 * 1_000

export type CallbackEndpointService = ReturnType<typeof callbackEndpoints>

/** Lets a partner manage the endpoints of its callbacks, by its key or on its page. */
export function callbackEndpoints(exchange: Exchange) {
  const { mode, clock, database } = exchange
  const acts = operatorDeps({ ...storeDepsOf(exchange), mode })
  const all = (partnerId: string) => partnerEndpoints(database.query, partnerId, clock.now())

  /** @throws Refusal endpoint_unknown */
  async function find(partnerId: string, endpointId: string): Promise<Endpoint> {
    const endpoint = (await all(partnerId)).find(({ id }) => id === endpointId)
    if (endpoint) return endpoint
    throw endpointUnknown()
  }

  /** @throws Refusal receiver_not_allowed */
  function checkUrl(url: string | undefined): void {
    const objection = url === undefined ? null : endpointObjection(mode, url)
    if (objection !== null)
      throw fieldRefusal('receiver_not_allowed', ['url'], `${objections[objection]}; nothing was changed`)
  }

  return {
    find,

    async list(partnerId: string): Promise<CallbackEndpoint[]> {
      return (await all(partnerId)).map(shown)
    },

    /** @throws Refusal endpoint_unknown */
    async one(partnerId: string, endpointId: string): Promise<CallbackEndpoint> {
      return shown(await find(partnerId, endpointId))
    },

    /** @throws Refusal receiver_not_allowed, endpoint_taken, too_many_endpoints */
    async add({ partner, reason }: PartnerActor, body: AddEndpoint): Promise<AddedEndpoint> {
      checkUrl(body.url)
      const { url } = body
      const description = body.description || null
      const events = body.events === undefined ? (['all'] as const) : [...new Set(body.events)]
      const act = { partnerId: partner.id, url, description, events, actor: partner.name, reason }
      const outcome = await addEndpoint(acts, act)
      if (outcome.is === 'refused') throw outcome.code === 'too_many' ? tooMany() : taken(outcome.endpointId)
      const { endpointId, secret } = outcome.done
      const endpoint = shown(await find(partner.id, endpointId))
      return { ...endpoint, secret, webhook_secret: webhookSecretOf(secret) }
    },

    /** @throws Refusal endpoint_unknown, receiver_not_allowed, endpoint_taken */
    async change(
      { partner, reason, movesCodes }: PartnerActor,
      endpointId: string,
      body: ChangeEndpoint,
    ): Promise<CallbackEndpoint> {
      await find(partner.id, endpointId)
      checkUrl(body.url)
      const outcome = await changeEndpoint(acts, {
        partnerId: partner.id,
        endpointId,
        changes: changesOf(body),
        keepsCodes: !movesCodes,
        actor: partner.name,
        reason,
      })
      if (outcome.is === 'done') return shown(await find(partner.id, endpointId))
      throw outcome.code === 'url_taken' ? taken(outcome.endpointId) : endpointUnknown()
    },

    /** @throws Refusal endpoint_unknown */
    async remove({ partner, reason }: PartnerActor, endpointId: string): Promise<void> {
      const act = { partnerId: partner.id, endpointId, actor: partner.name, reason }
      if ((await removeEndpoint(acts, act)).is === 'refused') throw endpointUnknown()
    },

    /** @throws Refusal endpoint_unknown, rotation_open */
    async rotate(
      { partner, reason }: PartnerActor,
      endpointId: string,
      overlapHours: number,
    ): Promise<RotatedEndpoint> {
      const overlapMs = overlapHours * HOUR_MS
      const act = { partnerId: partner.id, endpointId, overlapMs, actor: partner.name, reason }
      const outcome = await rotateEndpoint(acts, act)
      if (outcome.is === 'refused')
        throw outcome.code === 'no_such_endpoint' ? endpointUnknown() : rotationOpen(outcome.until)
      const { secret, formerUntil } = outcome.done
      return {
        endpoint_id: endpointId,
        secret,
        webhook_secret: webhookSecretOf(secret),
        former_until: datetime(formerUntil),
      }
    },
  }
}

function changesOf({ url, description, events, state }: ChangeEndpoint): EndpointChanges {
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description: description || null }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(state !== undefined && { isOn: state === 'on' }),
  }
}

function shown(endpoint: Endpoint): CallbackEndpoint {
  const { id, url, description, events, offAt, codesUrl, formerSecretUntil, createdAt } = endpoint
  return {
    endpoint_id: id,
    url,
    description,
    events: [...events],
    state: isOff(endpoint) ? 'off' : 'on',
    off_since: offAt && datetime(offAt),
    codes_url: codesUrl,
    former_secret_until: formerSecretUntil && datetime(formerSecretUntil),
    created_at: datetime(createdAt),
  }
}

/** Whether an endpoint is sent nothing: it was switched off, or it has no address. */
export function isOff({ url, offAt }: Pick<Endpoint, 'url' | 'offAt'>): boolean {
  return url === null || offAt !== null
}

const objections = {
  not_https: 'Live sends callbacks over https alone',
  not_public: 'Live sends callbacks to the public internet alone',
} as const

export function endpointUnknown(): Refusal {
  return new Refusal('endpoint_unknown', 'You have no such endpoint; nothing was done')
}

export function endpointOff(): Refusal {
  return new Refusal('endpoint_off', 'The endpoint is off, or has no address; nothing was sent')
}

/** @param until when the previously replaced secret ends */
export function rotationOpen(until: Date): Refusal {
  const detail = `What was replaced before holds until ${datetime(until)} UTC; nothing was changed`
  return new Refusal('rotation_open', detail, { extra: { former_until: datetime(until) } })
}

function taken(endpointId: string): Refusal {
  const detail = `Your endpoint ${endpointId} has this address already; nothing was changed`
  return fieldRefusal('endpoint_taken', ['url'], detail, { endpoint_id: endpointId })
}

function tooMany(): Refusal {
  return new Refusal(
    'too_many_endpoints',
    `You have the main endpoint and ${MOST_ENDPOINTS} more; remove one first. Nothing was added`,
  )
}
