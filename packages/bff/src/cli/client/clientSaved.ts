import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { clientSaved as savedOf, type ClientSaved } from '../../store/read/clientSaved.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { clientNamed, clientWord, itsPartner } from './clientNamed.ts'

/** Shows the devices and cards that a client has saved. */
export const clientSaved = command({
  name: 'client saved',
  summary: [
    'Lists the devices that a client had remembered, which stand for the e-mail code, and the cards that they had saved.',
    '“client forget” takes one away.',
  ].join('\n'),
  words: { client: clientWord },
  options: { partner: itsPartner },
  json: z.object({
    client_id: z.string(),
    devices: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        created_at: z.string(),
        last_used_at: z.string(),
        expires_at: z.string(),
      }),
    ),
    cards: z.array(
      z.object({
        id: z.string(),
        card_number: z.string(),
        card_type: z.nullable(z.string()),
        expiry: z.string(),
      }),
    ),
  }),
  async run(deps: CommandDeps, { words, options: { partner } }) {
    const clientId = await clientNamed(deps, await namedPartner(deps, partner), words.client)
    const saved = await savedOf(deps, clientId)
    return {
      text: linesOf(saved).join('\n') || `${words.client} has saved no device and no card.`,
      data: {
        client_id: clientId,
        devices: saved.devices.map(({ id, name, createdAt, lastUsedAt, expiresAt }) => ({
          id,
          name,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt.toISOString(),
          expires_at: expiresAt.toISOString(),
        })),
        cards: saved.cards.map(({ id, mask, brand, expiry }) => ({
          id,
          card_number: mask,
          card_type: brand,
          expiry,
        })),
      },
    }
  },
})

function linesOf({ devices, cards }: ClientSaved): string[] {
  return [
    ...devices.map(
      ({ id, name, lastUsedAt, expiresAt }) =>
        `device ${id}  ${name}, last used ${dayOf(lastUsedAt)}, remembered until ${dayOf(expiresAt)}`,
    ),
    ...cards.map(
      ({ id, mask, brand, expiry }) => `card   ${id}  ${brand ?? 'Card'} ${mask}, good until ${expiry}`,
    ),
  ]
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
