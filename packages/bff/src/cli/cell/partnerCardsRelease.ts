import { releaseCards } from '@cambio/exchange/operator/partner/moveCards.ts'
import type { cardRelease } from '@cambio/server/cardMove/cardMoveFiles.ts'
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
import { cardReceipt } from '../../cell/cardReceipt.ts'
import { keysOfCells } from '../../cell/moveFile.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions } from '../partner/partnerArguments.ts'
import { cardsNotMoved, keysWithPlatform } from './cardMoveArguments.ts'
import { ownName, partnerMoveKeyOf } from './cellArguments.ts'

const WRITER = 'partner cards receive'

/** Forgets the saved cards of a moved partner that the other cell has. */
export const partnerCardsRelease = command({
  name: 'partner cards release',
  summary: [
    'Forgets the saved cards of a moved partner that the receipt of “partner cards receive” confirms, and writes the file by',
    'which the card platform of this cell forgets those that no buyer of another partner has saved: “card forget” reads it.',
    'Called again, it writes the file anew, by what is saved then.',
  ].join('\n'),
  words: { file: handedFile(WRITER) },
  options: { file: nextFile('shop.release'), ...actOptions },
  json: z.object({ move_id: z.string(), forgotten: z.number(), unsaved: z.number(), file: z.string() }),
  async run(
    deps: CommandDeps,
    { words: { file: receiptFile }, options: { file, reason, actor = deps.operator } },
  ) {
    const own = ownName(deps)
    const keys = keysOfCells({ ...deps, partnerMoveKey: partnerMoveKeyOf(deps) })
    const { heading, parts } = await readHandedFile(receiptFile, cardReceipt, WRITER)
    if (heading.from !== own)
      throw new CallRefused(
        `${receiptFile} is for ${heading.from}, and this cell is ${own}. Nothing was done.`,
      )
    const hashes = await refusingDamage(
      { file: receiptFile, key: 'PARTNER_MOVE_KEY' },
      Array.fromAsync(parts(keys), ({ hash }) => hash),
    )
    const at = deps.now().toISOString()
    const outcome = await releaseCards(operatorDeps(deps), {
      moveId: heading.move,
      cell: own,
      hashes,
      reason,
      actor,
    })
    if (outcome.is === 'refused') throw cardsNotMoved(receiptFile, outcome)
    const { forgotten, unsaved } = outcome.done
    const next: z.input<typeof cardRelease.heading> = {
      format: 'cambio card release 1',
      move: heading.move,
      merchant: deps.merchant.clientKey,
      at,
    }
    const release = { file, heading: next, parts: unsaved.map((hash) => ({ is: 'card', hash })) }
    await refusingUnwritten(writeSealedFile(keysWithPlatform(deps), release))
    const others = hashes.length - unsaved.length
    return {
      text: [
        `${counted(forgotten, 'saved card is', 'saved cards are')} forgotten in ${own}. ${file} is written.`,
        ...(others > 0
          ? [
              `${counted(others, 'card stays', 'cards stay')} at the card platform: buyers of other partners saved them.`,
            ]
          : []),
        `At the card platform of this cell, run: pnpm cambio-cards card forget ${file}`,
      ].join('\n'),
      data: { move_id: heading.move, forgotten, unsaved: unsaved.length, file },
    }
  },
})
