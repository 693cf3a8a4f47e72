import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { listPartners } from '../../store/read/partner/partners.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { ShownPartner, shownPartner } from './ShownPartner.ts'

/** Lists the partners. */
export const partnerList = command({
  name: 'partner list',
  summary: 'Lists every partner with its settings, by name.',
  words: {},
  options: {},
  json: z.object({ partners: z.array(ShownPartner) }),
  async run(deps: StoreDeps) {
    const partners = (await listPartners(deps)).map(shownPartner)
    const lines = partners.map(
      ({ partner_id: id, api_key: key, state, name, identifies_clients: identifies }) =>
        `${id}  ${key}  ${state}  ${name}${identifies ? '  identifies its own clients' : ''}`,
    )
    return {
      text: lines.join('\n') || 'There is no partner yet. Create one with: partner create',
      data: { partners },
    }
  },
})
