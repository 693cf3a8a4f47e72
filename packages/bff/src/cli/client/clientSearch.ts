import { optional, repeated, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { searchClients, type FoundClient } from '../../store/read/search/clientSearch.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { metadataOf, metadataPair } from '../metadataPair.ts'
import { metadataText, moreText, USUAL_ROWS } from '../searchText.ts'

/** Finds clients, also those without an order. The output shows no buyer's e-mail. */
export const clientSearch = command({
  name: 'client search',
  summary: [
    'Lists clients, newest first: those with exactly this client_external_id, e-mail or id; all if nothing is named.',
    '--metadata key=value finds clients with that metadata; several of them must all match.',
  ].join('\n'),
  words: { text: optional(text('[text]')) },
  options: {
    partner: optional(text('PARTNER')),
    metadata: repeated(metadataPair),
    rows: optional(wholeNumber({ least: 1 })),
  },
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
    const more = found.length > rows
    const shown = found.slice(0, rows)
    return {
      text: [...shown.map(line), ...(more ? [moreText(rows)] : [])].join('\n') || 'There is no such client.',
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
