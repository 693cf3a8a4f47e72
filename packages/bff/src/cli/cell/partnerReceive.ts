import { receivePartner, type NotReceived } from '@cambio/exchange/operator/partner/movePartner.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { DamagedFile } from '@cambio/server/keys/sealedFile.ts'
import { VERSION } from '@cambio/server/version.ts'
import * as z from 'zod/mini'
import { readMove, type UnreadableMove } from '../../cell/moveFile.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions } from '../partner/partnerArguments.ts'
import { partnerMoveKeyOf, ownName } from './cellArguments.ts'

/** Receives a partner that another cell moved. */
export const partnerReceive = command({
  name: 'partner receive',
  summary: [
    'Receives a partner that “partner move” moved from another cell, whole or not at all, and once: a repeated file changes',
    'nothing. Its earlier orders can be read here; act on them in the other cell.',
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
      throw new CallRefused(`${file} cannot be read. Nothing was received.`)
    })
    if ('is' in read) throw unreadable(file, read)
    const { move, parts } = read
    if (move.to !== own)
      throw new CallRefused(`${file} is for ${move.to}, and this cell is ${own}. Nothing was received.`)
    const outcome = await receivePartner(operatorDeps(deps), { move, parts, reason, actor }).catch(
      (error: unknown) => {
        if (!(error instanceof DamagedFile)) throw error
        throw unreadable(file, { is: 'unreadable', why: 'sealed' })
      },
    )
    const changed = outcome.is === 'done'
    if (!changed && outcome.code !== 'received_already') throw notReceived(file, outcome)
    const { id: move_id, partnerId: partner_id, from, to } = move
    return {
      text: changed
        ? `The partner of ${file} belongs here now. Renew the maps of the router by “cell map” in both cells and “cell router”.`
        : `The partner of ${file} was received already; nothing was done.`,
      data: { move_id, partner_id, from, to, changed },
    }
  },
})

function unreadable(file: string, { why }: UnreadableMove): CallRefused {
  const reason = {
    format: 'was not written by “partner move”',
    version: 'was written by another version: run the same version in both cells',
    sealed: 'is damaged, or was written with another PARTNER_MOVE_KEY',
  }[why]
  return new CallRefused(`${file} ${reason}. Nothing was received.`)
}

function notReceived(file: string, { code }: NotReceived): CallRefused {
  const reason = {
    partner_known: 'contains a partner that this cell already has',
    name_taken:
      'contains a partner whose name another partner has here: rename that one by “partner update --name”',
    key_taken:
      'contains a partner whose API key another partner has here: replace that one’s by “partner rotate --key”',
    incomplete: 'contains no balances',
    received_already: 'was received already',
  }[code]
  return new CallRefused(`${file} ${reason}. Nothing was received.`)
}
