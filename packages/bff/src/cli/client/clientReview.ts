import type { Outcome } from '@cambio/exchange/operator/act.ts'
import { approveReview, refuseReview, type NotOpen } from '@cambio/exchange/operator/client/decideReview.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

const words = {
  verification: required(
    text('<verification>'),
    'Name the verification by its id, as “client verifications” shows it.',
  ),
}
const json = z.object({ verification: z.string(), client_id: z.string(), outcome: z.string() })

/** Approves a verification whose documents differ from the client's own details. */
export const clientApproveVerification = command({
  name: 'client approve-verification',
  summary: [
    'Approves a verification whose documents differ from the client’s own details: you have checked that they are the',
    'client’s. The client’s level rises, and waiting orders go on.',
  ].join('\n'),
  words,
  options: orderActOptions,
  json,
  async run(deps: CommandDeps, { words: { verification }, options: { reason, actor = deps.operator } }) {
    const act = { reviewId: verification, reason, actor }
    const clientId = clientOf(verification, await approveReview(operatorDeps(deps), act))
    return {
      text: `Verification ${verification} is approved and now counts.`,
      data: { verification, client_id: clientId, outcome: 'approved' },
    }
  },
})

/** Refuses a verification, since the documents are not the client's. */
export const clientRefuseVerification = command({
  name: 'client refuse-verification',
  summary: [
    'Refuses a verification: the documents are not the client’s. Earlier verifications of the client end too,',
    'waiting orders end, and their money is refunded. The client may start a new verification.',
  ].join('\n'),
  words,
  options: orderActOptions,
  json,
  async run(deps: CommandDeps, { words: { verification }, options: { reason, actor = deps.operator } }) {
    const act = { reviewId: verification, reason, actor }
    const clientId = clientOf(verification, await refuseReview(operatorDeps(deps), act))
    return {
      text: `Verification ${verification} is refused. Orders that waited for it end, and their money is refunded.`,
      data: { verification, client_id: clientId, outcome: 'refused' },
    }
  },
})

/** The client whose review was decided. @throws CallRefused if the review is not open */
function clientOf(verification: string, outcome: Outcome<{ readonly clientId: string }, NotOpen>): string {
  if (outcome.is === 'done') return outcome.done.clientId
  throw new CallRefused(
    `There is no open verification ${verification}: “client verifications” lists the open ones. Nothing was changed.`,
  )
}
