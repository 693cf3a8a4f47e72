import { forgetSaved, type Saved } from '@cambio/exchange/operator/client/forgetSaved.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { clientNamed, clientWord, itsPartner } from './clientNamed.ts'

/** Forgets one saved device or card of a client. */
export const clientForget = command({
  name: 'client forget',
  summary: [
    'Forgets a device that a client had remembered, and ends its sessions, or a card that they had saved. “client saved”',
    'lists them. Orders that were paid with the card stay as they are.',
  ].join('\n'),
  words: { client: clientWord },
  options: {
    partner: itsPartner,
    device: optional(text('DEVICE')),
    card: optional(text('CARD')),
    ...orderActOptions,
  },
  json: z.object({
    partner_id: z.string(),
    client_id: z.string(),
    device_id: z.nullable(z.string()),
    card_id: z.nullable(z.string()),
  }),
  async run(deps: CommandDeps, { words, options }) {
    const { partner, device, card, reason, actor = deps.operator } = options
    const saved = savedNamed(device, card)
    const partnerId = await namedPartner(deps, partner)
    const clientId = await clientNamed(deps, partnerId, words.client)
    const outcome = await forgetSaved(operatorDeps(deps), { partnerId, clientId, saved, reason, actor })
    if (outcome.is === 'refused')
      throw new CallRefused(`${words.client} has saved no ${saved.is} ${saved.id}. Nothing was changed.`)
    return {
      text:
        saved.is === 'device'
          ? `The device is forgotten and its sessions are ended. It needs the e-mail code again.`
          : `The card is forgotten. The client has to type a card again.`,
      data: {
        partner_id: partnerId,
        client_id: clientId,
        device_id: device ?? null,
        card_id: card ?? null,
      },
    }
  },
})

/** @throws BadCall unless exactly one is named */
function savedNamed(device: string | undefined, card: string | undefined): Saved {
  if (device !== undefined && card !== undefined) throw new BadCall('Name a device or a card, not both.')
  if (device !== undefined) return { is: 'device', id: device }
  if (card !== undefined) return { is: 'card', id: card }
  throw new BadCall('Name what to forget: --device or --card, as “client saved” lists them.')
}
