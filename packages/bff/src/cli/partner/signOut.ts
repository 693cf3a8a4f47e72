import type { ByOptionalReason } from '@cambio/exchange/operator/act.ts'
import { signOutClients } from '@cambio/exchange/operator/client/signOutClients.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import { clientNamed, clientWord, itsPartner } from '../client/clientNamed.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { partnerWord } from './partnerArguments.ts'

const json = z.object({
  partner_id: z.string(),
  client_id: z.nullable(z.string()),
  sessions_ended: z.int(),
  login_tokens_ended: z.int(),
})

/** Ends the sessions of all clients of a partner. */
export const partnerSignOut = command({
  name: 'partner sign-out',
  summary:
    'Ends the sessions and login tokens of all clients of a partner, in the widget and in the client API.',
  words: { partner: partnerWord },
  options: optionalReasonOptions,
  json,
  async run(deps: CommandDeps, { words, options: { reason = null, actor = deps.operator } }) {
    const partnerId = await namedPartner(deps, words.partner)
    return signOut(deps, { partnerId, clientId: null, reason, actor })
  },
})

/** Ends the sessions of one client. */
export const clientSignOut = command({
  name: 'client sign-out',
  summary: 'Ends the sessions and login tokens of one client, in the widget and in the client API.',
  words: { client: clientWord },
  options: { partner: itsPartner, ...optionalReasonOptions },
  json,
  async run(deps: CommandDeps, { words, options: { partner, reason = null, actor = deps.operator } }) {
    const partnerId = await namedPartner(deps, partner)
    const clientId = await clientNamed(deps, partnerId, words.client)
    return signOut(deps, { partnerId, clientId, reason, actor })
  },
})

async function signOut(
  deps: CommandDeps,
  act: ByOptionalReason & { readonly partnerId: string; readonly clientId: string | null },
) {
  const { sessions, loginTokens } = await signOutClients(operatorDeps(deps), act)
  return {
    text: `Ended ${counted(sessions, 'session', 'sessions')} and ${counted(loginTokens, 'login token', 'login tokens')}.`,
    data: {
      partner_id: act.partnerId,
      client_id: act.clientId,
      sessions_ended: sessions,
      login_tokens_ended: loginTokens,
    },
  }
}
