import { settlePartnerTo } from '@cambio/exchange/operator/partner/settlePartnerTo.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { flag } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions, partnerWord } from './partnerArguments.ts'

/** Sets whether a partner's merchant orders without an address are settled to its balance. */
export const partnerSettleToBalance = command({
  name: 'partner settle-to-balance',
  summary: [
    'Sells the coins of a partner’s purchases without an address, and puts all proceeds on its balance.',
    '--off ends that. Orders placed before stay as they are.',
  ].join('\n'),
  words: { partner: partnerWord },
  options: { off: flag(), ...actOptions },
  json: z.object({ partner_id: z.string(), settlement: z.enum(['address', 'balance']) }),
  async run(deps: CommandDeps, { words, options: { off, reason, actor = deps.operator } }) {
    const partnerId = await partnerIdOf(deps, words.partner)
    if (partnerId === null) throw new BadCall('Name the partner.')
    const settlement: Partner['settlement'] = off ? 'address' : 'balance'
    await settlePartnerTo(operatorDeps(deps), { partnerId, settlement, reason, actor })
    return {
      text: off
        ? `Purchases of ${words.partner} need an address from now on.`
        : `Purchases of ${words.partner} without an address are settled to its balance from now on.`,
      data: { partner_id: partnerId, settlement },
    }
  },
})
