import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import { moveAway, type NotMoved } from '@cambio/exchange/operator/partner/movePartner.ts'
import type { OpenWork, OpenWorkKind } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import { kind, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { UnwrittenFile } from '@cambio/server/keys/sealedFile.ts'
import { VERSION } from '@cambio/server/version.ts'
import * as z from 'zod/mini'
import { writeMovedPartner } from '../../cell/writeMovedPartner.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions, partnerWord } from '../partner/partnerArguments.ts'
import { partnerMoveKeyOf, ownName } from './cellArguments.ts'

const otherCell = kind('E2', 'the name of a cell, such as E2', (word) =>
  CELL_NAME.test(word) ? word : undefined,
)

/** Moves a partner to another cell. */
export const partnerMove = command({
  name: 'partner move',
  summary: [
    'Moves a suspended partner that has nothing open to another cell, and writes the file that “partner receive” reads',
    'there: its settings and keys, its clients, its ended orders, and its balances. From then on this cell refuses its calls. Called',
    'again, it writes the same file. The file contains secrets, sealed with PARTNER_MOVE_KEY.',
  ].join('\n'),
  words: { partner: partnerWord },
  options: {
    to: required(otherCell, 'Name the other cell: --to E2.'),
    file: required(text('FILE'), 'Name the file to write: --file shop.move.'),
    ...actOptions,
  },
  json: z.object({
    move_id: z.string(),
    partner_id: z.string(),
    from: z.string(),
    to: z.string(),
    file: z.string(),
  }),
  async run(deps: CommandDeps, { words, options: { to, file, reason, actor = deps.operator } }) {
    const from = ownName(deps)
    if (to === from) throw new BadCall(`This cell is ${from} itself.`)
    const partnerMoveKey = partnerMoveKeyOf(deps)
    const partnerId = await namedPartner(deps, words.partner)
    const outcome = await moveAway(operatorDeps(deps), { partnerId, from, to, reason, actor })
    if (outcome.is === 'refused' && !isSameMove(outcome, to)) throw notMoved(words.partner, to, outcome)
    const move = outcome.is === 'refused' ? outcome.move : outcome.done
    const writing = writeMovedPartner({ ...deps, partnerMoveKey, version: VERSION }, { file, move })
    const late = await writing.catch((error: unknown) => {
      throw error instanceof UnwrittenFile ? unwritten(words.partner, to, error) : error
    })
    if (Object.keys(late).length > 0)
      throw new CallRefused(
        `${words.partner} belongs to ${to} now, but ${listOf(late)} began meanwhile. No file was written: run this again once that has ended.`,
      )
    return {
      text: [
        `${words.partner} belongs to ${to} now, and this cell refuses its calls. ${file} is written.`,
        `Copy it there and run: pnpm cambio partner receive ${file} --reason "…"`,
        'Then renew the maps of the router by “cell map” in both cells and “cell router”.',
      ].join('\n'),
      data: { move_id: move.id, partner_id: partnerId, from, to, file },
    }
  },
})

function unwritten(name: string, to: string, { message }: UnwrittenFile): CallRefused {
  return new CallRefused(
    `The file could not be written (${message}). ${name} belongs to ${to} already: run this again with a file that can be written.`,
  )
}

type SameMove = NotMoved & { code: 'moved_already' }

function isSameMove(refused: NotMoved, to: string): refused is SameMove {
  return refused.code === 'moved_already' && refused.move.to === to
}

function notMoved(name: string, to: string, refused: NotMoved): CallRefused {
  switch (refused.code) {
    case 'not_suspended':
      return new CallRefused(
        `${name} is not suspended: run “partner suspend” first, so that nothing begins while it moves. Nothing was moved.`,
      )
    case 'suspended_lately':
      return new CallRefused(
        `${name} was suspended a moment ago, and earlier requests may still be in progress. Nothing was moved: run this again after ${refused.until.toISOString()}.`,
      )
    case 'not_quiet':
      return new CallRefused(
        `${name} still has ${listOf(refused.openWork)}. Nothing was moved: run this again once that has ended.`,
      )
    case 'moved_already':
      return new CallRefused(`${name} was moved to ${refused.move.to} already. Nothing was done.`)
  }
}

const kindWords: Readonly<Record<OpenWorkKind, readonly [one: string, many: string]>> = {
  order_open: ['open order', 'open orders'],
  request_open: ['widget request that may be paid', 'widget requests that may be paid'],
  order_money: ['account of an order with money on it', 'accounts of orders with money on them'],
  balance_reserved: ['partly reserved balance', 'partly reserved balances'],
  payment_open: ['bank payment under way', 'bank payments under way'],
  message_waiting: ['callback or message that waits', 'callbacks or messages that wait'],
  balance_left: ['balance that was credited after the move', 'balances that were credited after the move'],
  review_open: ['verification that waits for a decision', 'verifications that wait for a decision'],
}

function listOf(openWork: OpenWork): string {
  const parts = Object.entries(kindWords).flatMap(([kind, [one, many]]) => {
    const count = openWork[kind as OpenWorkKind]
    return count === undefined ? [] : [counted(count, one, many)]
  })
  return new Intl.ListFormat('en').format(parts)
}
