import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { SignIn } from '../store/client/sessions.ts'

/** Whether the buyer has shown who they are by more than their device. */
export function isConfirmed(signIn: SignIn | null): boolean {
  return signIn?.by !== 'device'
}

/** @throws Refusal code_required for a buyer whom their device alone has signed in */
export function checkConfirmed(signIn: SignIn | null): void {
  if (isConfirmed(signIn)) return
  throw new Refusal('code_required', 'Changing the details requires the e-mail code; nothing was changed')
}

/**
 * What is saved is for who reads the buyer's mail: a partner may open a session by a login, and an order's page by its
 * link.
 * @throws Refusal code_required
 */
export function requireReader(signIn: SignIn | null): SignIn {
  if (signIn !== null && signIn.by !== 'login') return signIn
  throw new Refusal('code_required', 'Saved cards and devices are shown only after the e-mail code')
}
