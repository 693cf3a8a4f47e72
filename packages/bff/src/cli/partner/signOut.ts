import { counted } from '@cambio/server/cli/counted.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { partnerActStore, type Act } from '../../store/partnerActs.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { partnerWord, quietActOptions } from './partnerArguments.ts'

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
  options: quietActOptions,
  json,
  async run(deps: CommandDeps, { words, options: { reason = null, actor } }) {
    const partnerId = await namedPartner(deps, words.partner)
    return signOut(deps, { partnerId, clientId: null, reason, actor: actor ?? deps.operator })
  },
})

/** Ends the sessions of one client. */
export const clientSignOut = command({
  name: 'client sign-out',
  summary: 'Ends the sessions and login tokens of one client, in the widget and in the client API.',
  words: {
    client: required(text('<client>'), 'Name the client by its client_external_id or its e-mail address.'),
  },
  options: {
    partner: required(text('PARTNER'), 'Name the partner whose client it is: --partner "Corner Shop".'),
    ...quietActOptions,
  },
  json,
  async run(deps: CommandDeps, { words, options: { partner, reason = null, actor } }) {
    const partnerId = await namedPartner(deps, partner)
    const clientId = await clientNamed(deps, partnerId, words.client)
    return signOut(deps, { partnerId, clientId, reason, actor: actor ?? deps.operator })
  },
})

async function signOut(deps: CommandDeps, act: Act & { readonly clientId: string | null }) {
  const { sessions, loginTokens } = await partnerActStore(deps).signOut(act)
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

/** @throws CallRefused */
async function clientNamed(
  { query }: Pick<CommandDeps, 'query'>,
  partnerId: string,
  named: string,
): Promise<string> {
  const [client] = await query<{ id: string }>({
    name: 'cli_client',
    text: `
      select c.id from client c left join client_account a on a.client_id = c.id
      where c.partner_id = $1 and (a.external_id = $2 or c.email = lower($2) or c.id = $2)
      order by a.external_id is not distinct from $2 desc limit 1`,
    values: [partnerId, named],
  })
  if (client) return client.id
  throw new CallRefused(`This partner has no client ${named}.`)
}
