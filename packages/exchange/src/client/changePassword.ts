import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import type { AccountStore } from './Account.ts'
import type { Client } from './Client.ts'
import type { Passwords } from './Passwords.ts'

/**
 * Changes the password of a client who knows the current one. All its sessions and login tokens end.
 * @throws Refusal password_invalid when the current password is wrong or the client is not registered; unavailable
 */
export async function changePassword(
  {
    accounts,
    passwords,
  }: { accounts: Pick<AccountStore, 'findByEmail' | 'setPassword'>; passwords: Passwords },
  { client, current, next }: { client: Client; current: string; next: string },
): Promise<void> {
  const { id, partnerId, email } = client
  const account = await accounts.findByEmail(partnerId, email)
  const isRight = await passwords.isRight(current, account?.passwordHash, partnerId)
  if (!account || account.client.id !== id || !isRight) throw wrongPassword(id)
  const passwordHash = await passwords.hash(next, partnerId)
  const isChanged = await accounts.setPassword(id, { passwordHash, replaces: account.passwordHash })
  if (!isChanged) throw wrongPassword(id)
}

function wrongPassword(account: string): Refusal {
  const detail = 'The current password is wrong; the password and the sessions did not change'
  const { errors } = fieldRefusal('password_invalid', ['current'], detail)
  return new Refusal('password_invalid', detail, { account, errors })
}
