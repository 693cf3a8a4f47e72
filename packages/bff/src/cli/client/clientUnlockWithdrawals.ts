import { unlockWithdrawals } from '@cambio/exchange/operator/client/unlockWithdrawals.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { clientNamed, clientWord, itsPartner } from './clientNamed.ts'

/** Ends a withdrawal lock, which wrong codes caused, before its time. */
export const clientUnlockWithdrawals = command({
  name: 'client unlock-withdrawals',
  summary: [
    'Unlocks the withdrawals of a client, which too many wrong codes have locked for 24 hours. Make sure that the person who asks',
    'is the client: another person may have been guessing codes.',
  ].join('\n'),
  words: { client: clientWord },
  options: { partner: itsPartner, ...orderActOptions },
  json: z.object({ partner_id: z.string(), client_id: z.string() }),
  async run(deps: CommandDeps, { words, options: { partner, reason, actor = deps.operator } }) {
    const partnerId = await namedPartner(deps, partner)
    const clientId = await clientNamed(deps, partnerId, words.client)
    const act = { partnerId, clientId, reason, actor }
    const outcome = await unlockWithdrawals(operatorDeps(deps), act)
    if (outcome.is === 'refused')
      throw new CallRefused(`Withdrawals of ${words.client} are not locked. Nothing was changed.`)
    return {
      text: `Withdrawals of ${words.client} are unlocked. Earlier wrong codes no longer count.`,
      data: { partner_id: partnerId, client_id: clientId },
    }
  },
})
