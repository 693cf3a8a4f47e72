import { receivePartner, type NotReceived } from '@cambio/exchange/operator/partner/movePartner.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { VERSION } from '@cambio/server/version.ts'
import * as z from 'zod/mini'
import { DamagedMove, readMove, type UnreadableMove } from '../../cell/moveFile.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions } from '../partner/partnerArguments.ts'
import { partnerMoveKeyOf, ownName } from './cellArguments.ts'

/** Takes in a partner that another cell gave away. */
export const partnerReceive = command({
  name: 'partner receive',
  summary: [
    'Takes in a partner that “partner move” gave away in another cell, as a whole or not at all, and once: the same file changes',
    'nothing a second time. Its orders of before can be read here; what is to be done about them is done there.',
  ].join('\n'),
  words: { file: required(text('<file>'), 'Name the file that “partner move” wrote.') },
  options: actOptions,
  json: z.object({
    move_id: z.string(),
    partner_id: z.string(),
    from: z.string(),
    to: z.string(),
    changed: z.boolean(),
  }),
  async run(deps: CommandDeps, { words: { file }, options: { reason, actor = deps.operator } }) {
    const own = ownName(deps)
    const read = await readMove(
      { random: deps.random, partnerMoveKey: partnerMoveKeyOf(deps), version: VERSION },
      file,
    ).catch(() => {
      throw new CallRefused(`${file} cannot be read. Nothing was taken in.`)
    })
    if ('is' in read) throw unreadable(file, read)
    const { move, parts } = read
    if (move.to !== own)
      throw new CallRefused(`${file} is for ${move.to}, and this cell is ${own}. Nothing was taken in.`)
    const outcome = await receivePartner(operatorDeps(deps), { move, parts, reason, actor }).catch(
      (error: unknown) => {
        if (!(error instanceof DamagedMove)) throw error
        throw unreadable(file, { is: 'unreadable', why: 'sealed' })
      },
    )
    const changed = outcome.is === 'done'
    if (!changed && outcome.code !== 'received_already') throw notReceived(file, outcome)
    const { id: move_id, partnerId: partner_id, from, to } = move
    return {
      text: changed
        ? `The partner of ${file} belongs here now. Renew the maps of the router by “cell map” in both cells and “cell router”.`
        : `The partner of ${file} was taken in already; nothing was done.`,
      data: { move_id, partner_id, from, to, changed },
    }
  },
})

function unreadable(file: string, { why }: UnreadableMove): CallRefused {
  const reason = {
    format: 'is not what “partner move” writes',
    version: 'was written by another version: run the same in both cells',
    sealed: 'is damaged, or PARTNER_MOVE_KEY is another than where it was written',
  }[why]
  return new CallRefused(`${file} ${reason}. Nothing was taken in.`)
}

function notReceived(file: string, { code }: NotReceived): CallRefused {
  const reason = {
    partner_known: 'is of a partner that this cell has already',
    name_taken: 'is of a partner whose name another one has here: rename that one by “partner update --name”',
    key_taken:
      'is of a partner whose API key another one has here: replace that one’s by “partner rotate --key”',
    incomplete: 'says nothing of balances',
    received_already: 'was taken in already',
  }[code]
  return new CallRefused(`${file} ${reason}. Nothing was taken in.`)
}
