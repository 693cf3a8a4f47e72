import * as z from 'zod/mini'
import { containsCardNumber } from '../cardNumber.ts'
import { Note } from '../http/field.ts'
import { callbackKinds } from './Callback.ts'

/** The id of the endpoint that a partner is set up with. Only this one receives withdrawal codes. */
export const MAIN_ENDPOINT = 'main'
/** The most further endpoints of a partner. */
export const MOST_ENDPOINTS = 10
/** How long a replaced secret or key stays valid by default, hours. */
export const OVERLAP_HOURS = 24

export const EndpointId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'Use the id of an endpoint'))
export const DeliveryId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'Use the webhook-id of a callback'))

/** The address for callbacks. A user name or password in it would be stored and shown openly. */
export const CallbackUrl = z
  .url()
  .check(
    z.maxLength(1024),
    z.refine(isReceiver, 'Use an http or https address without a user name, a password or a card number'),
  )

function isReceiver(text: string): boolean {
  const url = URL.parse(text)
  const isHttp = url !== null && /^https?:$/.test(url.protocol)
  return isHttp && url.username === '' && url.password === '' && !containsCardNumber(text)
}

/** The callbacks of an endpoint: some by kind, or `all` except declined attempts, including kinds of later versions. */
export const EndpointEvent = z.enum(['all', ...callbackKinds])
export type EndpointEvent = z.infer<typeof EndpointEvent>
const EndpointEvents = z.array(EndpointEvent).check(z.minLength(1), z.maxLength(30))

/** Whether an endpoint is sent callbacks. */
export const EndpointState = z.enum(['on', 'off'])

/** A further endpoint of callbacks. */
export const AddEndpoint = z.strictObject({
  url: CallbackUrl,
  description: z.optional(Note),
  events: z.optional(EndpointEvents),
})
export type AddEndpoint = z.infer<typeof AddEndpoint>

/** Changes of an endpoint; omitted members stay. */
export const ChangeEndpoint = z.strictObject({
  url: z.optional(CallbackUrl),
  description: z.optional(Note),
  events: z.optional(EndpointEvents),
  state: z.optional(EndpointState),
})
export type ChangeEndpoint = z.infer<typeof ChangeEndpoint>

const OverlapHours = z.pipe(
  z.union([
    z.string().check(z.regex(/^([1-9]\d?|1[0-5]\d|16[0-8])$/, 'Use 1 to 168 hours')),
    z.int().check(z.minimum(1), z.maximum(168)),
  ]),
  z.transform(Number),
)

/** How long the replaced value stays valid. */
export const Overlap = z.strictObject({
  overlap_hours: z.optional(OverlapHours),
})

/** An endpoint of a partner's callbacks, without its secret. */
export const CallbackEndpoint = z.object({
  endpoint_id: z.string(),
  url: z.nullable(z.string()),
  description: z.nullable(z.string()),
  events: z.array(EndpointEvent),
  state: EndpointState,
  /** Since when it has been off: it answered 410, or was switched off. */
  off_since: z.nullable(z.string()),
  /** The address for withdrawal codes; only of the main endpoint. */
  codes_url: z.nullable(z.string()),
  former_secret_until: z.nullable(z.string()),
  created_at: z.string(),
})
export type CallbackEndpoint = z.infer<typeof CallbackEndpoint>

export const CallbackEndpoints = z.object({ data: z.array(CallbackEndpoint) })

/** An endpoint with its secret, which is shown only once. */
export const AddedEndpoint = z.extend(CallbackEndpoint, {
  secret: z.string(),
  webhook_secret: z.string(),
})
export type AddedEndpoint = z.infer<typeof AddedEndpoint>

/** The new secret of an endpoint, which is shown only once. */
export const RotatedEndpoint = z.object({
  endpoint_id: z.string(),
  secret: z.string(),
  webhook_secret: z.string(),
  former_until: z.string(),
})
export type RotatedEndpoint = z.infer<typeof RotatedEndpoint>

export const RemovedEndpoint = z.object({ endpoint_id: z.string(), is_removed: z.literal(1) })
