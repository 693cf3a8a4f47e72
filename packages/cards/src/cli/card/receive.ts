import type { cardTokens } from '@cambio/server/cardMove/cardMoveFiles.ts'
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
import type { Merchant } from '../../merchant/Merchant.ts'
import { keysFrom, movedCards } from '../../move/movedCardsFile.ts'
import { ownPlatform, platformNamed } from '../../move/otherPlatforms.ts'
import { receiveCards } from '../../move/receiveCards.ts'
import { act } from '../../operator/act.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed } from '../merchant/merchantNamed.ts'
import { keysWith, LIST_PLATFORM } from './cardArguments.ts'

const MOVE = 'card move'

/** Stores cards that another platform sealed for this one. */
export const cardReceive = command({
  name: 'card receive',
  summary: [
    'Stores the cards that “card move” of another platform sealed for this one, all or none, and writes the file with their',
    'new tokens, which the exchange’s “partner cards receive” reads. A card that the merchant has already keeps its token. Called',
    'again, it stores nothing twice and writes the file anew.',
  ].join('\n'),
  words: { file: handedFile(MOVE) },
  options: { file: nextFile('shop.tokens'), ...actOptions },
  json: z.object({ move_id: z.string(), received: z.number(), file: z.string() }),
  async run(deps: CommandDeps, { words: { file: cardsFile }, options }) {
    const cards = await readHandedFile(cardsFile, movedCards, MOVE)
    const { heading } = cards
    const own = ownPlatform(deps.vaultKeys)
    if (heading.toPlatform !== own.fingerprint)
      throw new CallRefused(
        `${cardsFile} is sealed for platform ${heading.toPlatform}, and this one is ${own.fingerprint}. Nothing was received.`,
      )
    const sender = platformNamed(deps.otherPlatforms, heading.platform)
    if (sender === undefined)
      throw new CallRefused(
        `${cardsFile} is from platform ${heading.platform}, which CARDS_PLATFORMS does not list. Nothing was received: ${LIST_PLATFORM}`,
      )
    const merchant = await merchantNamed(deps, heading.toMerchant)
    checkMerchant(cardsFile, merchant, heading.mode)
    const { move } = heading
    const called = { act: 'card receive', about: merchant.id, options: { ...options, move } }
    const keys = keysFrom(own, sender, heading.enc)
    const tokens = await refusingDamage(
      { file: cardsFile, key: 'a platform’s key' },
      act(deps, called, (query) =>
        receiveCards(
          {
            query,
            keyring: deps.keys.keyring,
            random: deps.random,
            keys: deps.vaultKeys,
            now: deps.clock.now(),
          },
          merchant.id,
          cards.parts(keys),
        ),
      ),
    )
    const next: z.input<typeof cardTokens.heading> = {
      format: 'cambio card tokens 1',
      move,
      merchant: merchant.id,
    }
    const { file } = options
    await refusingUnwritten(writeSealedFile(keysWith(deps, merchant), { file, heading: next, parts: tokens }))
    return {
      text: [
        `${counted(tokens.length, 'card is', 'cards are')} stored for ${merchant.name}; their tokens are in ${file}.`,
        `In the cell of that exchange, run: pnpm cambio partner cards receive ${file} --file shop.receipt --reason "…"`,
      ].join('\n'),
      data: { move_id: move, received: tokens.length, file },
    }
  },
})

/** @throws CallRefused if the merchant could not use the cards */
function checkMerchant(file: string, merchant: Merchant, mode: Merchant['mode']): void {
  if (!merchant.tokenization)
    throw new CallRefused(
      `${merchant.name} stores no cards. Nothing was received: run “merchant update ${merchant.id} --tokenization on” first.`,
    )
  if (merchant.mode !== mode)
    throw new CallRefused(
      `${file} has cards of a ${mode} merchant, and ${merchant.name} is a ${merchant.mode} one. Nothing was received.`,
    )
}
