import { cardList } from '@cambio/server/cardMove/cardMoveFiles.ts'
import { PASSWORD } from '@cambio/server/cardMove/passwordKeys.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import {
  handedFile,
  nextFile,
  readHandedFile,
  refusingDamage,
  refusingUnwritten,
} from '@cambio/server/cli/handedFiles.ts'
import { writeSealedFile } from '@cambio/server/keys/sealedFile.ts'
import * as z from 'zod/mini'
import { cardsToMove } from '../../move/moveCards.ts'
import { keysTo } from '../../move/movedCardsFile.ts'
import { ownPlatform, platformNamed } from '../../move/otherPlatforms.ts'
import { longAct } from '../../operator/act.ts'
import { Uuid } from '../../protocol/Uuid.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed } from '../merchant/merchantNamed.ts'
import { fingerprintKind, keysWith, LIST_PLATFORM } from './cardArguments.ts'

const LIST = 'partner cards list'

/** Seals stored cards for another platform. */
export const cardMove = command({
  name: 'card move',
  summary: [
    'Seals the stored cards that the exchange’s “partner cards list” names for another platform of yours, which CARDS_PLATFORMS',
    'lists: “card receive” reads the file there. Called again, it writes the file anew. The cards stay here, too, until',
    '“card forget”. --merchant is the client_key of the other cell’s exchange at the other platform.',
  ].join('\n'),
  words: { file: handedFile(LIST) },
  options: {
    platform: required(
      fingerprintKind,
      'Name the other platform by what “card key” shows there: --platform FINGERPRINT.',
    ),
    merchant: required(text('CLIENT_KEY'), 'Name the merchant at the other platform: --merchant CLIENT_KEY.'),
    file: nextFile('shop.cards'),
    ...actOptions,
  },
  json: z.object({ move_id: z.string(), moved: z.number(), left_out: z.number(), file: z.string() }),
  async run(deps: CommandDeps, { words: { file: listFile }, options }) {
    const receiver = platformNamed(deps.otherPlatforms, options.platform)
    if (receiver === undefined)
      throw new CallRefused(
        `CARDS_PLATFORMS lists no platform ${options.platform}. Nothing was done: ${LIST_PLATFORM}`,
      )
    const toMerchant = Uuid.safeParse(options.merchant)
    if (!toMerchant.success) throw new BadCall('--merchant must be the client_key of a merchant, a UUID.')
    const list = await readHandedFile(listFile, cardList, LIST)
    const { move, merchant: clientKey } = list.heading
    const merchant = await merchantNamed(deps, clientKey)
    const own = ownPlatform(deps.vaultKeys)
    const { enc, keys } = keysTo(deps, own, receiver)
    const heading = {
      format: 'cambio moved cards 1',
      move,
      merchant: merchant.id,
      toMerchant: toMerchant.data,
      mode: merchant.mode,
      platform: own.fingerprint,
      toPlatform: options.platform,
      enc,
    }
    const counts = { moved: 0, leftOut: 0 }
    const called = { act: 'card move', about: merchant.id, options: { ...options, move } }
    // Who has numbers sealed is on record before the first is.
    await longAct(deps, called, (query) => {
      const reading = { query, keyring: deps.keys.keyring, now: deps.clock.now() }
      const parts = cardsToMove(reading, merchant.id, list.parts(keysWith(deps, merchant)), counts)
      return refusingUnwritten(
        refusingDamage(
          { file: listFile, key: PASSWORD },
          writeSealedFile(keys, { file: options.file, heading, parts }),
        ),
      )
    })
    return {
      text: [
        `${counted(counts.moved, 'card is', 'cards are')} sealed for ${options.platform} in ${options.file}.`,
        ...(counts.leftOut > 0
          ? [
              `${counted(counts.leftOut, 'card is', 'cards are')} left out: expired, or no longer stored here.`,
            ]
          : []),
        `Copy it to that platform and run: pnpm cambio-cards card receive ${options.file} --file shop.tokens`,
      ].join('\n'),
      data: { move_id: move, moved: counts.moved, left_out: counts.leftOut, file: options.file },
    }
  },
})
