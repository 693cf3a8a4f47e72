import { setTimeout as sleep } from 'node:timers/promises'
import { flag, optional, required, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { bodyOf } from '../../partner/callbackEvent.ts'
import { eventStore, type StoredEvent } from '../../store/callback/events.ts'
import { KEPT_MS } from '../../store/purge.ts'
import type { CallbackSigner } from '../../store/read/callbackSigners.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { httpAddress } from '../partner/partnerArguments.ts'
import { outcomeOf, receiverAt } from './receiverAt.ts'
import { signerOf } from './signer.ts'

const POLL_MS = 500
const AT_ONCE = 100

/** Forwards a partner's callbacks to a further receiver, such as one on a developer's machine. */
export const listen = command({
  name: 'listen',
  summary: [
    'Forwards a partner’s callbacks to a receiver as they are sent, with their signatures, until you stop it. The codes of',
    'withdrawals are left out. --after starts after an event of the feed, --once ends when there is nothing more.',
  ].join('\n'),
  words: {},
  options: {
    'forward-to': required(httpAddress, 'Name the receiver: --forward-to http://localhost:3000/callbacks.'),
    partner: optional(text('PARTNER')),
    after: optional(wholeNumber()),
    once: flag(),
  },
  json: z.object({ forwarded: z.number(), failed: z.number(), last_event: z.number() }),
  async run(deps: CommandDeps, { options: { 'forward-to': url, partner, after, once } }) {
    const signer = await signerOf(deps, partner)
    const summary = {
      forwarded: 0,
      failed: 0,
      last_event: after ?? (once ? 0 : await lastEvent(deps, signer)),
    }
    deps.progress?.(`Forwarding the callbacks of ${signer.name} to ${url} after event ${summary.last_event}.`)
    while (!deps.stopped.aborted) {
      const events = await eventsAfter(deps, signer, summary.last_event)
      for (const event of events) {
        summary.last_event = Number(event.id)
        if (event.isFeedOnly) continue
        const isTaken = await forward(deps, signer, { url, event })
        summary[isTaken ? 'forwarded' : 'failed'] += 1
      }
      if (events.length === 0 && once) break
      if (events.length === 0)
        await sleep(POLL_MS, undefined, { signal: deps.stopped }).catch(() => undefined)
    }
    return {
      text: `Forwarded ${summary.forwarded}, failed with ${summary.failed}; the last was event ${summary.last_event}.`,
      data: summary,
      failed: summary.failed > 0,
    }
  },
})

function eventsAfter(
  deps: CommandDeps,
  { partnerId }: CallbackSigner,
  after: number,
): Promise<readonly StoredEvent[]> {
  const since = new Date(deps.now().getTime() - KEPT_MS)
  return eventStore(deps).read({ partnerId, after, since, limit: AT_ONCE })
}

/** Where the feed ends now. */
async function lastEvent(deps: CommandDeps, signer: CallbackSigner): Promise<number> {
  let last = 0
  for (;;) {
    const events = await eventsAfter(deps, signer, last)
    const newest = events.at(-1)
    if (!newest) return last
    last = Number(newest.id)
  }
}

async function forward(
  deps: CommandDeps,
  { secret, formerSecret }: CallbackSigner,
  { url, event }: { url: string; event: StoredEvent },
): Promise<boolean> {
  const delivery = { url, id: event.callbackId, secret, formerSecret, at: deps.now(), body: bodyOf(event) }
  const answer = await receiverAt(deps).deliver(delivery)
  const outcome = outcomeOf(answer)
  deps.progress?.(`${event.id}  ${event.callbackId}  ${outcome}`)
  return answer.is === 'acknowledged'
}
