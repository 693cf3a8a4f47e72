import type { DocumentData } from '@cambio/exchange/client/DocumentData.ts'
import type { Person } from '@cambio/exchange/limit/LockedClient.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { Documents } from '../../store/client/Documents.ts'
import { openReviews, type OpenReview } from '../../store/read/openReviews.ts'
import type { CommandDeps } from '../CommandDeps.ts'

const Told = z.object({
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  birth_date: z.nullable(z.string()),
  country: z.nullable(z.string()),
})

/** Shows the approvals whose documents differ from the client's own details. */
export const clientVerifications = command({
  name: 'client verifications',
  summary: [
    'Lists the clients whose documents the provider approved but which differ from the client’s own details, or do',
    'not show a name, a birth date or a country. The level did not rise: “client approve-verification” lets the approval',
    'count, “client refuse-verification” does not.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.array(
    z.object({
      verification: z.string(),
      client_id: z.string(),
      client_external_id: z.nullable(z.string()),
      client_email: z.string(),
      partner: z.string(),
      provider: z.string(),
      level: z.string(),
      client_order_id: z.nullable(z.string()),
      differs: z.array(z.string()),
      told: Told,
      documents: Documents,
      opened_at: z.string(),
    }),
  ),
  async run(deps: CommandDeps) {
    const reviews = await openReviews(deps)
    return {
      text:
        reviews.length === 0
          ? 'No verification is open.'
          : reviews.map((review) => describe(review)).join('\n\n'),
      data: reviews.map(({ openedAt, ...review }) => ({ ...review, opened_at: openedAt.toISOString() })),
    }
  },
})

function describe(review: OpenReview): string {
  const { verification, client_email, partner, provider, level, client_order_id, differs } = review
  const order = client_order_id === null ? '' : `, for order ${client_order_id}`
  return [
    `${verification}  ${client_email}, client of ${partner}: ${level} by ${provider}${order}`,
    `  differs:   ${differs.map((name) => name.replace('_', ' ')).join(', ')}`,
    `  told:      ${personText(review.told)}`,
    `  documents: ${documentsText(review.documents)}`,
  ].join('\n')
}

function personText({ first_name, last_name, birth_date, country }: Person): string {
  return lineOf([first_name, last_name].filter(Boolean).join(' '), birth_date, country)
}

function documentsText({ names, birthDate, countries }: DocumentData): string {
  const name = names.map(({ given, family }) => `${given} ${family}`).join(' / ')
  return lineOf(name, birthDate, countries.join(', '))
}

function lineOf(name: string, birthDate: string | null, country: string | null): string {
  return [name || 'no name', birthDate ?? 'no birth date', country || 'no country'].join(', ')
}
