import { passkeyRoutes as routes } from '../api/passkeyRoutes.ts'
import type { Widget } from '../Widget.ts'
import { creationOptions, passkeyJson, requestOptions } from './passkeyJson.ts'

/**
 * Signs in by a passkey that the buyer chooses. The step follows from that.
 * @throws DOMException where they choose none
 * @throws Failure where the exchange does not know it, or was not reached
 */
async function signIn(
  { call, session, views }: Pick<Widget, 'call' | 'session' | 'views'>,
  signal: AbortSignal,
): Promise<void> {
  const { options } = await call(routes.passkeyChallenge, undefined, signal)
  const publicKey = requestOptions(options)
  const credential = passkeyJson(await navigator.credentials.get({ publicKey, signal }))
  const { session: token, email } = await call(routes.passkeySession, { credential }, signal)
  session.open({ token, email })
  await views.look()
}

/**
 * Creates a passkey for a buyer who signed in by a mailed code.
 * @throws DOMException where the browser creates none
 * @throws Failure where the exchange does not accept it, or was not reached
 */
async function add({ call }: Pick<Widget, 'call'>, signal: AbortSignal): Promise<void> {
  const { options } = await call(routes.passkeyOptions, undefined, signal)
  const publicKey = creationOptions(options)
  const credential = passkeyJson(await navigator.credentials.create({ publicKey, signal }))
  await call(routes.addPasskey, { credential }, signal)
}

/** By the names that browsers have for them. */
export { signIn as get, add as create }
