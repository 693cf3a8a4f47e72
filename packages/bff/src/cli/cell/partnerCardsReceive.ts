import { receiveCards } from '@cambio/exchange/operator/partner/moveCards.ts'
import { cardTokens } from '@cambio/server/cardMove/cardMoveFiles.ts'
import { PASSWORD } from '@cambio/server/cardMove/passwordKeys.ts'
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
import type { cardReceipt } from '../../cell/cardReceipt.ts'
import { keysOfCells } from '../../cell/moveFile.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions } from '../partner/partnerArguments.ts'
import { cardsNotMoved, keysWithPlatform } from './cardMoveArguments.ts'
import { ownName, partnerMoveKeyOf } from './cellArguments.ts'

const WRITER = 'card receive'

/** Offers saved cards of a partner that moved here. */
export const partnerCardsReceive = command({
  name: 'partner cards receive',
  summary: [
    'Offers the saved cards of a received partner to their buyers again, by the tokens that “card receive” of this cell’s card',
    'platform wrote, and writes the receipt that “partner cards release” reads in the other cell. Called again, it changes',
    'nothing and writes the receipt anew.',
  ].join('\n'),
  words: { file: handedFile(WRITER) },
  options: { file: nextFile('shop.receipt'), ...actOptions },
  json: z.object({ move_id: z.string(), cards: z.number(), activated: z.number(), file: z.string() }),
  async run(
    deps: CommandDeps,
    { words: { file: tokensFile }, options: { file, reason, actor = deps.operator } },
  ) {
    const own = ownName(deps)
    const keys = keysOfCells({ ...deps, partnerMoveKey: partnerMoveKeyOf(deps) })
    const { heading, parts } = await readHandedFile(tokensFile, cardTokens, WRITER)
    if (heading.merchant !== deps.merchant.clientKey)
      throw new CallRefused(
        `${tokensFile} is for merchant ${heading.merchant}, and MERCHANT_KEY is ${deps.merchant.clientKey}. Nothing was done.`,
      )
    const outcome = await refusingDamage(
      { file: tokensFile, key: PASSWORD },
      receiveCards(operatorDeps(deps), {
        moveId: heading.move,
        cell: own,
        tokens: parts(keysWithPlatform(deps)),
        reason,
        actor,
      }),
    )
    if (outcome.is === 'refused') throw cardsNotMoved(tokensFile, outcome)
    const { move, hashes, activated } = outcome.done
    const next: z.input<typeof cardReceipt.heading> = {
      format: 'cambio card receipt 1',
      move: move.id,
      from: move.from,
      to: move.to,
    }
    const receipt = { file, heading: next, parts: hashes.map((hash) => ({ is: 'card', hash })) }
    await refusingUnwritten(writeSealedFile(keys, receipt))
    return {
      text: [
        `${counted(activated, 'saved card is', 'saved cards are')} offered to their buyers from now on. ${file} is written.`,
        `In ${move.from}, run: pnpm cambio partner cards release ${file} --file shop.release --reason "…"`,
      ].join('\n'),
      data: { move_id: move.id, cards: hashes.length, activated, file },
    }
  },
})
