import type { PasskeyMail } from '@cambio/exchange/message/ClientMail.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { clientMailStore } from './clientMails.ts'

/** Notifies a client by mail that their passkey was added or removed, in the same transaction. */
export async function keepPasskeyMail(
  deps: StoreDeps,
  clientId: string,
  is: PasskeyMail['is'],
  name: string,
): Promise<void> {
  const [client] = await deps.query<{ email: string; partner: string }>({
    name: 'passkey_mail_client',
    text: 'select c.email, p.name as partner from client c join partner p on p.id = c.partner_id where c.id = $1',
    values: [clientId],
  })
  if (!client) throw new Error(`There is no client ${clientId}`)
  await clientMailStore(deps).keep(clientId, { is, ...client, name, at: deps.now() })
}
