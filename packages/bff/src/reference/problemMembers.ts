import { AddressFault } from '@cambio/wire/AddressFault.ts'
import { Bounds, WidgetQuote } from '@cambio/wire/order/Quote.ts'
import * as z from 'zod/mini'

/** Bounds of which a side may be missing. */
export const PriceBounds = z.partial(Bounds)

/** Members that some problems have beside those of every problem, for a client to act on. */
export const problemMembers: Readonly<Record<string, { about: string; schema: z.ZodMiniType }>> = {
  bounds: {
    about:
      'With amount_out_of_bounds: the least and the most, in the currencies of their sides; a side that is not chosen yet has none.',
    schema: PriceBounds,
  },
  client_order_id: {
    about:
      'With partner_order_id_taken and request_used: the order that stands; null where a widget request has the id.',
    schema: z.nullable(z.string()),
  },
  fault: {
    about:
      'With address_invalid, where it is about a wallet address: other_network (the address is right on another network, or on a test network), checksum (a character is wrong), length (characters are missing or too many), form (it is no address), unpayable (nobody can spend what goes there, or it is ours) or tag_inside (it carries a tag or memo that belongs into memo).',
    schema: AddressFault,
  },
  providers: {
    about: 'With provider_unknown: the names of the providers there are.',
    schema: z.array(z.string()),
  },
  quote: { about: 'With quote_expired: a fresh quote.', schema: WidgetQuote },
  retry_after: {
    about:
      'With too_many_requests and velocity_exceeded: seconds until there is room again, as in Retry-After. With withdrawals_locked, and with the code_invalid that brings that lock: seconds until it ends.',
    schema: z.int(),
  },
}
