import { stateOf } from '@cambio/exchange/request/WidgetRequest.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { searchRequests } from '../../store/read/search/requestSearch.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { listed, listText, metadataOf, metadataText, searchOptions, USUAL_ROWS } from '../search.ts'

const Shown = z.object({
  request_id: z.string(),
  partner_order_id: z.string(),
  partner: z.string(),
  state: z.string(),
  client_order_id: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.string())),
  created_at: z.string(),
  expires_at: z.string(),
})

/** Finds widget requests, also those of which no order came. */
export const requestSearch = command({
  name: 'request search',
  summary: [
    'Lists widget requests, newest first: those with exactly this request_id or partner_order_id; all if nothing is',
    'named. --metadata key=value finds requests with that metadata; several of them must all match.',
  ].join('\n'),
  words: { text: optional(text('[text]')) },
  options: searchOptions,
  json: z.object({
    requests: z.array(Shown),
    /** Whether there are more requests than these. */
    more: z.boolean(),
  }),
  async run(deps: StoreDeps, { words, options: { partner, metadata, rows = USUAL_ROWS } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const found = await searchRequests(deps.query, {
      text: words.text ?? null,
      partnerId,
      metadata: metadataOf(metadata),
      rows: rows + 1,
    })
    const { shown, more } = listed(found, rows)
    const requests = shown.map((request) => ({
      request_id: request.id,
      partner_order_id: request.partnerOrderId,
      partner: request.partner,
      state: stateOf(request, deps.now()),
      client_order_id: request.orderId,
      metadata: request.metadata,
      created_at: request.createdAt.toISOString(),
      expires_at: request.expiresAt.toISOString(),
    }))
    return {
      text: listText(requests.map(line), { rows, more, none: 'There is no such widget request.' }),
      data: { requests, more },
    }
  },
})

function line(request: z.infer<typeof Shown>): string {
  const { created_at, request_id, partner, partner_order_id, state, client_order_id, metadata } = request
  const order = client_order_id === null ? '' : ` by order ${client_order_id}`
  return `${created_at}  ${request_id}  ${partner}/${partner_order_id}  ${state}${order}${metadataText(metadata)}`
}
