import type { Random } from '@cambio/server/Random.ts'
import type { Stores } from '../store/stores.ts'

/** How long a session lasts, milliseconds. */
const SESSION_LIFE_MS = 24 * 60 * 60 * 1_000

/** Opens a session of a client, who has shown who they are. It is kept by its hash alone. */
export async function openSession(
  deps: { sessions: Stores['sessions']; random: Random; now: () => Date },
  clientId: string,
): Promise<{ session: string; expiresAt: Date }> {
  const session = deps.random.token(160)
  const expiresAt = new Date(deps.now().getTime() + SESSION_LIFE_MS)
  await deps.sessions.open(session, { clientId, expiresAt })
  return { session, expiresAt }
}
