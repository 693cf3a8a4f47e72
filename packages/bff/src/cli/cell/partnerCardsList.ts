import type { cardList } from '@cambio/server/cardMove/cardMoveFiles.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { nextFile, refusingUnwritten } from '@cambio/server/cli/handedFiles.ts'
import { writeSealedFile } from '@cambio/server/keys/sealedFile.ts'
import * as z from 'zod/mini'
import { cardsLeftBehind } from '../../store/read/cardsLeftBehind.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { partnerWord } from '../partner/partnerArguments.ts'
import { keysWithPlatform } from './cardMoveArguments.ts'
import { ownName } from './cellArguments.ts'

/** Names the saved cards of a moved partner to the card platform. */
export const partnerCardsList = command({
  name: 'partner cards list',
  summary: [
    'Writes the file by which the card platform of this cell knows which stored cards belong to a partner that “partner move”',
    'moved away: “card move” reads it there. It has no card number and no token in it. Called again, it writes the file anew.',
  ].join('\n'),
  words: { partner: partnerWord },
  options: { file: nextFile('shop.list') },
  json: z.object({ move_id: z.string(), cards: z.number(), file: z.string() }),
  async run(deps: CommandDeps, { words: { partner }, options: { file } }) {
    const own = ownName(deps)
    const partnerId = await namedPartner(deps, partner)
    const { lastMove, hashes } = await cardsLeftBehind(deps.query, partnerId)
    if (lastMove?.from !== own)
      throw new CallRefused(
        `${partner} was not moved away from ${own}: run “partner move” first. No file was written.`,
      )
    if (hashes.length === 0)
      throw new CallRefused(
        `${partner} has no saved cards left in ${own}. No file was written: there is nothing to move.`,
      )
    const heading: z.input<typeof cardList.heading> = {
      format: 'cambio card list 1',
      move: lastMove.id,
      merchant: deps.merchant.clientKey,
    }
    const parts = hashes.map((hash) => ({ is: 'card', hash }))
    await refusingUnwritten(writeSealedFile(keysWithPlatform(deps), { file, heading, parts }))
    return {
      text: [
        `${counted(hashes.length, 'saved card is', 'saved cards are')} in ${file}.`,
        `At the card platform of this cell, run: pnpm cambio-cards card move ${file} --platform … --merchant … --file shop.cards`,
      ].join('\n'),
      data: { move_id: lastMove.id, cards: hashes.length, file },
    }
  },
})
