import { optional, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { balanceOwners, balancesOn } from '../store/read/balances.ts'
import type { StoreDeps } from '../store/StoreDeps.ts'
import { partnerIdOf } from './catalogue/partnerIdOf.ts'
import { signed } from './signed.ts'

/** Shows the balance of a partner or a client. */
export const balanceShow = command({
  name: 'balance show',
  summary: [
    'Shows the balance of a partner or of a client: the total, and the part that waits for a withdrawal’s code.',
    'A client is named by its e-mail or its client_external_id, with --partner where two partners have one.',
  ].join('\n'),
  words: { whose: required(text('<partner or client>'), 'Name a partner or a client.') },
  options: { partner: optional(text('PARTNER')) },
  json: z.object({
    owner: z.string(),
    balances: z.array(z.object({ currency: z.string(), amount: z.string(), reserved: z.string() })),
  }),
  async run(deps: StoreDeps, { words: { whose }, options: { partner } }) {
    const owner = await ownerOf(deps, whose, await partnerIdOf(deps, partner))
    const balances = (await balancesOn(deps.query, owner)).map(({ currency, posted, reserved }) => ({
      currency,
      amount: signed({ units: posted, currency }),
      reserved: signed({ units: reserved, currency }),
    }))
    const lines = balances.map(
      ({ currency, amount, reserved }) => `${currency.padEnd(9)}${amount}  reserved ${reserved}`,
    )
    return { text: lines.join('\n') || `${whose} has no balance.`, data: { owner, balances } }
  },
})

/**
 * The owner of the balance that a call names. @throws CallRefused if there is none @throws BadCall if there are several
 */
async function ownerOf(deps: StoreDeps, whose: string, partnerId: string | null): Promise<string> {
  const found = await balanceOwners(deps.query, whose, partnerId)
  const [owner, other] = found
  if (!owner) throw new CallRefused(`There is no partner or client ${whose}.`)
  if (other) throw new BadCall(`${found.length} are called ${whose}: name the partner with --partner.`)
  return owner
}
