import type {
  ResendSelection,
  Endpoint,
  EndpointChanges,
  EndpointWrites,
} from '@cambio/exchange/operator/endpoint/EndpointWrites.ts'
import type { Statement } from '@cambio/server/postgres/Database.ts'
import { MAIN_ENDPOINT } from '@cambio/wire/partner/CallbackEndpoint.ts'
import { bodyOf, dueEndpointCallbacks, sealEndpointSecret } from '../callback/endpointQueue.ts'
import { CALLBACKS_CHANNEL } from '../order/orderWrite.ts'
import { partnerEndpoints } from '../read/endpoints.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { partnerWrites } from './partnerWrites.ts'

/** What verbs write about the endpoints of partners, inside a transaction. */
export function endpointWrites(deps: StoreDeps): EndpointWrites {
  const { query, keys, now } = deps
  return {
    async lock(partnerId) {
      const text = 'select from partner where id = $1 for no key update'
      await query({ name: 'endpoint_lock', text, values: [partnerId] })
      return partnerEndpoints(query, partnerId, now())
    },
    async add({ partnerId, id, url, description, events, secret }) {
      const sealed = sealEndpointSecret(keys, id, secret)
      const values = [id, partnerId, url, description, [...events], sealed, now()]
      await query({ name: 'endpoint_add', text: ADD, values })
    },
    async change(partnerId, endpoint, changes, options) {
      await query(
        endpoint.id === MAIN_ENDPOINT
          ? changeOfMain(partnerId, endpoint, changes, { ...options, at: now() })
          : changeOfOther(partnerId, endpoint, changes, now()),
      )
    },
    async remove(partnerId, id) {
      if (id === MAIN_ENDPOINT)
        await query({ name: 'endpoint_clear_main', text: CLEAR_MAIN, values: [partnerId] })
      else await query({ name: 'endpoint_remove', text: REMOVE, values: [partnerId, id, now()] })
    },
    async rotate(partnerId, id, secret, formerUntil) {
      if (id === MAIN_ENDPOINT)
        return partnerWrites(deps).rotate(partnerId, { callbackSecret: secret }, formerUntil)
      const values = [partnerId, id, sealEndpointSecret(keys, id, secret), formerUntil]
      await query({ name: 'endpoint_rotate', text: ROTATE, values })
    },
    async resend(partnerId, id, again) {
      const place = id === MAIN_ENDPOINT ? 'main' : 'other'
      const { from, rest } = partsOf(again)
      const [counted] = await query<{ resent: bigint }>({
        name: `endpoint_resend_${place}_${again.is}`,
        text: `with again as (${RESEND[place][again.is]} returning 1) select count(*) as resent from again`,
        values: [place === 'main' ? partnerId : id, from, now(), ...rest],
        wakes: [place === 'main' ? CALLBACKS_CHANNEL : dueEndpointCallbacks.channel],
      })
      return Number(counted?.resent ?? 0n)
    },
  }
}

/** What the statements take of it after the endpoint, around the time of now. */
function partsOf(again: ResendSelection): {
  readonly from: string | Date
  readonly rest: readonly unknown[]
} {
  return again.is === 'one'
    ? { from: again.callbackId, rest: [] }
    : { from: again.from, rest: [again.until, again.state === 'any'] }
}

/** Declined attempts have a setting of their own in the partner's row. */
function changeOfMain(
  partnerId: string,
  endpoint: Endpoint,
  changes: EndpointChanges,
  { keepsCodes, at }: { readonly keepsCodes: boolean; readonly at: Date },
): Statement {
  const { url = endpoint.url, events = endpoint.events } = changes
  const isMoved = url !== endpoint.url
  const values = [
    partnerId,
    url,
    events.filter((event) => event !== 'attempt_declined'),
    events.includes('attempt_declined'),
    offAtAfter(endpoint, changes, at),
    isMoved && keepsCodes,
    changes.url !== undefined && !keepsCodes,
  ]
  return { name: 'endpoint_change_main', text: CHANGE_MAIN, values }
}

function changeOfOther(partnerId: string, endpoint: Endpoint, changes: EndpointChanges, at: Date): Statement {
  const { url, description, events } = { ...endpoint, ...changes }
  const values = [partnerId, endpoint.id, url, description, [...events], offAtAfter(endpoint, changes, at)]
  return { name: 'endpoint_change', text: CHANGE, values }
}

/** A new address has refused nothing yet. */
function offAtAfter(endpoint: Endpoint, { url, isOn }: EndpointChanges, at: Date): Date | null {
  if (isOn === false) return endpoint.offAt ?? at
  const isMoved = url !== undefined && url !== endpoint.url
  return isOn === true || isMoved ? null : endpoint.offAt
}

const ADD = `
  insert into callback_endpoint (id, partner_id, url, description, events, secret_sealed, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

const CHANGE_MAIN = `
  update partner set callback_url = $2, callback_events = $3, attempt_callbacks = $4, callbacks_off_at = $5,
    code_url = case when $6::bool and not code_url_held then callback_url when not $7::bool then code_url end,
    code_url_held = ($6::bool or code_url_held) and not $7::bool
  where id = $1`

const CHANGE = `
  update callback_endpoint set url = $3, description = $4, events = $5, off_at = $6
  where partner_id = $1 and id = $2`

const CLEAR_MAIN = 'update partner set callback_url = null where id = $1'

const REMOVE = `
  with removed as (delete from callback_endpoint where partner_id = $1 and id = $2 returning id)
  update endpoint_callback set state = 'failed', why = 'the endpoint was removed', ended_at = $3, due_at = null,
    lease_until = null
  where endpoint_id in (select id from removed) and due_at is not null and state = 'waiting'`

const ROTATE = `
  update callback_endpoint set former_secret_sealed = secret_sealed, former_secret_until = $4, secret_sealed = $3
  where partner_id = $1 and id = $2`

/** Ended callbacks begin anew; those whose bodies were forgotten stay as they are. */
const BEGIN_ANEW = `set state = 'waiting', ended_at = null, due_at = $3, lease_until = null, due_attempts = 0`
const HAS_BODY = `${bodyOf('c')} is not null`
const ONE_ENDED = `c.state in ('failed', 'acknowledged')`
const RANGE_ENDED = `c.created_at >= $2 and c.created_at < $4
  and (c.state = 'failed' or ($5::bool and c.state = 'acknowledged'))`

/** What is listed stands in one of two indexes, which the planner uses together where it is asked for both. */
const IN_EITHER_INDEX = '(c.event is null or c.event is not null)'

/** By the endpoint's id or its partner's, and the callback's id or the beginning of the time. */
const RESEND = {
  main: {
    one: `update callback c ${BEGIN_ANEW} where c.id = $2 and c.partner_id = $1 and c.body is not null and ${ONE_ENDED}`,
    range: `update callback c ${BEGIN_ANEW} where c.partner_id = $1 and c.body is not null and ${RANGE_ENDED}
      and ${IN_EITHER_INDEX}`,
  },
  other: {
    one: `update endpoint_callback c ${BEGIN_ANEW} where c.id = $1 || ':' || $2 and ${HAS_BODY} and ${ONE_ENDED}`,
    range: `update endpoint_callback c ${BEGIN_ANEW} where c.endpoint_id = $1 and ${HAS_BODY} and ${RANGE_ENDED}`,
  },
} as const
