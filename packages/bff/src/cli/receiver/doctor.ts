import { optional, required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import type { CommandDeps } from '../CommandDeps.ts'
import { httpAddress } from '../partner/partnerArguments.ts'
import { CheckedReceiver, examineReceiver } from './examineReceiver.ts'
import { signerOf } from './signer.ts'

/** Tries a receiver with good callbacks and with ones that it must refuse or survive. */
export const doctor = command({
  name: 'doctor',
  summary: [
    'Sends a receiver callbacks about an order that does not exist: good, badly signed, repeated, reordered, stale and slow',
    'ones, signed with the partner’s secret. Says which of them it handles; all must be. Without an address',
    'it examines this installation: settings, keys, database, rails, lists and whatever needs attention, with what to do.',
  ].join('\n'),
  words: { receiver: required(httpAddress, 'Name the receiver by its address.') },
  options: { partner: optional(text('PARTNER')) },
  json: z.object({
    receiver: z.string(),
    healthy: z.boolean(),
    checks: z.array(CheckedReceiver),
  }),
  async run(deps: CommandDeps, { words: { receiver }, options: { partner } }) {
    const signer = await signerOf(deps, partner)
    const checks = await examineReceiver(deps, signer, receiver)
    const healthy = checks.every(({ handled }) => handled)
    const lines = checks.map(
      ({ check, handled, answered, hint }) =>
        `${handled ? 'handled' : 'NOT handled'}  ${check.padEnd(16)}answered ${answered.map((status) => status ?? 'nothing').join(', ')}${hint === null ? '' : `  ${hint}`}`,
    )
    const verdict = healthy
      ? 'The receiver handles all of them.'
      : 'The receiver does not handle all of them.'
    return {
      text: [...lines, verdict].join('\n'),
      data: { receiver, healthy, checks },
      failed: !healthy,
    }
  },
})
