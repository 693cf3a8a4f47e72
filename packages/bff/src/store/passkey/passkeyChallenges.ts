import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** Challenges that passkeys sign, kept by their hash. Each is for the one that asked for it, and for one use. */
export type PasskeyChallengeStore = {
  /** @param asker what names the one that asked, such as its session; kept by its hash */
  keep(challenge: string, asker: string, expiresAt: Date): Promise<void>
  /** Uses a challenge up. False where this asker has none like it, or it has expired. */
  take(challenge: string, asker: string): Promise<boolean>
}

export function passkeyChallengeStore({ query, now }: StoreDeps): PasskeyChallengeStore {
  return {
    async keep(challenge, asker, expiresAt) {
      await query({
        name: 'passkey_challenge_keep',
        text: 'insert into passkey_challenge (challenge_hash, asker_hash, expires_at) values ($1, $2, $3)',
        values: [secretHash(challenge), secretHash(asker), expiresAt],
      })
    },
    async take(challenge, asker) {
      const taken = await query<object>({
        name: 'passkey_challenge_take',
        text: TAKE,
        values: [secretHash(challenge), secretHash(asker), now()],
      })
      return taken.length > 0
    },
  }
}

const TAKE = `
  delete from passkey_challenge where challenge_hash = $1 and asker_hash = $2 and expires_at > $3 returning challenge_hash`
