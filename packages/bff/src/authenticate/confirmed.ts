import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { SignIn } from '../store/client/sessions.ts'

/** Whether the buyer has proved who they are by more than a remembered device. */
export function isConfirmed(signIn: SignIn | null): boolean {
  return signIn?.by !== 'device'
}

/** @throws Refusal code_required for a buyer signed in only by their device */
export function checkConfirmed(signIn: SignIn | null): void {
  if (isConfirmed(signIn)) return
  throw new Refusal('code_required', 'Changing the details requires the e-mail code; nothing was changed')
}

/**
 * Only a person who can read the buyer's mail may see what they saved. A partner can open a session by a login, and an
 * order's page by its link.
 * @throws Refusal code_required
 */
export function requireReader(signIn: SignIn | null): SignIn {
  if (signIn !== null && signIn.by !== 'login') return signIn
  throw new Refusal('code_required', 'Saved cards and devices are shown only after the e-mail code')
}
