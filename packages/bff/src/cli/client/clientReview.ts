import { refuseWaiting } from '@cambio/exchange/limit/checkVerification.ts'
import type { ClientHold } from '@cambio/exchange/limit/ClientHold.ts'
import { REVIEW_NOTICE } from '@cambio/exchange/limit/followReview.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { clientStore } from '../../store/clients.ts'
import { decideReview } from '../../store/decideReview.ts'
import { inboxStore } from '../../store/inbox.ts'
import { within, type StoreDeps } from '../../store/StoreDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

const words = {
  verification: required(
    text('<verification>'),
    'Name the verification by its id, as “client verifications” shows it.',
  ),
}
const json = z.object({ verification: z.string(), client_id: z.string(), outcome: z.string() })

/** Lets an approval count whose documents say something else than the client told. */
export const clientApproveVerification = command({
  name: 'client approve-verification',
  summary: [
    'Lets a verification count whose documents say something else than the client told: you have seen that they are the',
    'client’s. Its level rises, and orders that wait for it go on.',
  ].join('\n'),
  words,
  options: orderActOptions,
  json,
  async run(deps: CommandDeps, { words: { verification }, options: { reason, actor = deps.operator } }) {
    const act = { id: verification, outcome: 'approved', reason, actor } as const
    const clientId = await decide(deps, act, async (inTransaction) => {
      // The exchange follows it: an order that goes on is priced anew, and the prices are the exchange's.
      await inboxStore(inTransaction).file({
        source: 'operator',
        reference: `${REVIEW_NOTICE}${verification}`,
      })
    })
    return {
      text: `Verification ${verification} is approved, and the exchange lets it count now.`,
      data: { verification, client_id: clientId, outcome: 'approved' },
    }
  },
})

/** Lets an approval come to nothing, since the documents are not the client's. */
export const clientRefuseVerification = command({
  name: 'client refuse-verification',
  summary: [
    'Lets a verification come to nothing: the documents are not the client’s. What was verified of the client before ends,',
    'its orders that wait for it end, and money that came for them goes back. The client may begin a new verification.',
  ].join('\n'),
  words,
  options: orderActOptions,
  json,
  async run(deps: CommandDeps, { words: { verification }, options: { reason, actor = deps.operator } }) {
    const act = { id: verification, outcome: 'refused', reason, actor } as const
    const clientId = await decide(deps, act, async (inTransaction, hold) => {
      await refuseWaiting(inTransaction, hold)
      await hold.becomeAnother()
    })
    return {
      text: `Verification ${verification} is refused. Orders that waited for it end; money that came for them goes back.`,
      data: { verification, client_id: clientId, outcome: 'refused' },
    }
  },
})

/** Decides an open review and does what follows, all of it or nothing. @throws CallRefused where it is not open */
async function decide(
  deps: CommandDeps,
  act: Parameters<typeof decideReview>[1],
  follow: (deps: StoreDeps, hold: ClientHold) => Promise<void>,
): Promise<string> {
  return deps.transaction(async (query) => {
    const inTransaction = within(deps, query)
    const clientId = await decideReview(inTransaction, act)
    if (clientId === undefined)
      throw new CallRefused(
        `No verification ${act.id} waits for you: “client verifications” lists those that do. Nothing was changed.`,
      )
    await clientStore(inTransaction).hold(clientId, (hold) => follow(inTransaction, hold))
    return clientId
  })
}
