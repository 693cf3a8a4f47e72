import { cardRelease } from '@cambio/server/cardMove/cardMoveFiles.ts'
import { PASSWORD } from '@cambio/server/cardMove/passwordKeys.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { handedFile, readHandedFile, refusingDamage } from '@cambio/server/cli/handedFiles.ts'
import * as z from 'zod/mini'
import { act } from '../../operator/act.ts'
import { forgetCards } from '../../store/movedCards.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed } from '../merchant/merchantNamed.ts'
import { keysWith } from './cardArguments.ts'

const RELEASE = 'partner cards release'
/** An exchange knows the token of a card within this time of its SALE. */
const TOKEN_KNOWN_MS = 60 * 60_000

/** Forgets cards that moved. */
export const cardForget = command({
  name: 'card forget',
  summary: [
    'Forgets the stored cards that the exchange’s “partner cards release” names: the other platform has them, and no buyer of',
    'another partner has saved them. A card that a SALE had stored again in the hour before the release, or since, is kept.',
  ].join('\n'),
  words: { file: handedFile(RELEASE) },
  options: actOptions,
  json: z.object({ move_id: z.string(), forgotten: z.number(), kept: z.number() }),
  async run(deps: CommandDeps, { words: { file }, options }) {
    const release = await readHandedFile(file, cardRelease, RELEASE)
    const { move, at } = release.heading
    const merchant = await merchantNamed(deps, release.heading.merchant)
    const unusedSince = new Date(new Date(at).getTime() - TOKEN_KNOWN_MS)
    const called = { act: 'card forget', about: merchant.id, options: { ...options, move } }
    const { forgotten, kept } = await refusingDamage(
      { file, key: PASSWORD },
      act(deps, called, async (query) => {
        const parts = release.parts(keysWith(deps, merchant))
        const tokenHashes = await Array.fromAsync(parts, ({ hash }) => Buffer.from(hash, 'hex'))
        return forgetCards(query, merchant.id, { tokenHashes, unusedSince })
      }),
    )
    return {
      text: [
        `${counted(forgotten, 'card is', 'cards are')} forgotten here.`,
        ...(kept > 0
          ? [
              `${counted(kept, 'card is', 'cards are')} kept, stored again lately: in an hour, run “${RELEASE}” in the exchange again, and then this.`,
            ]
          : []),
      ].join('\n'),
      data: { move_id: move, forgotten, kept },
    }
  },
})
