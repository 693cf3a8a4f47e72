import { optional, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { searchClients, type FoundClient } from '../../store/read/search/clientSearch.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { listed, listText, metadataOf, metadataText, searchOptions, USUAL_ROWS } from '../search.ts'

/** Finds clients, also those without an order. The output shows no buyer's e-mail. */
export const clientSearch = command({
  name: 'client search',
  summary: [
    'Lists clients, newest first: those with exactly this client_external_id, e-mail or id; all if nothing is named.',
    '--metadata key=value finds clients with that metadata; several of them must all match.',
  ].join('\n'),
  words: { text: optional(text('[text]')) },
  options: searchOptions,
  json: z.object({
    clients: z.array(
      z.object({
        client_id: z.string(),
        client_external_id: z.nullable(z.string()),
        partner: z.string(),
        level: z.string(),
        metadata: z.nullable(z.record(z.string(), z.string())),
        created_at: z.string(),
      }),
    ),
    /** Whether there are more clients than these. */
    more: z.boolean(),
  }),
  async run(deps: StoreDeps, { words, options: { partner, metadata, rows = USUAL_ROWS } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const found = await searchClients(deps.query, {
      text: words.text ?? null,
      partnerId,
      metadata: metadataOf(metadata),
      rows: rows + 1,
    })
    const { shown, more } = listed(found, rows)
    return {
      text: listText(shown.map(line), { rows, more, none: 'There is no such client.' }),
      data: {
        clients: shown.map(({ id, externalId, createdAt, ...client }) => ({
          client_id: id,
          client_external_id: externalId,
          ...client,
          created_at: createdAt.toISOString(),
        })),
        more,
      },
    }
  },
})

function line({ id, externalId, partner, level, metadata, createdAt }: FoundClient): string {
  const named = externalId === null ? id : `${id} (${externalId})`
  return `${createdAt.toISOString()}  ${partner}  ${named}  level ${level}${metadataText(metadata)}`
}
