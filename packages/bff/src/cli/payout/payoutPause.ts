import type { Faulty } from '@cambio/exchange/operator/catalogue/changeCatalogue.ts'
import {
  continuePayouts,
  pausePayouts,
  type Unchanged,
} from '@cambio/exchange/operator/payout/pausePayouts.ts'
import { kind, required } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** The word for all outgoing payments. */
const ALL = 'all'

/** The payments to pause or to resume: all, or those in one currency. */
const pausedWord = kind('all|<currency>', 'all, or a currency such as ETH', (text) =>
  text === ALL ? ALL : Currency.find(text)?.code,
)

const Paused = z.object({ what: z.string(), paused: z.boolean() })

/** Pauses outgoing payments until the operator resumes them. */
export const payoutPause = command({
  name: 'payout pause',
  summary: [
    'Pauses all outgoing payments, or those in one currency: pay-outs, refunds in coins, and refunds by transfer,',
    'whose orders wait meanwhile. What was handed to its rail before goes on, and cards are still refunded.',
    'Every process obeys within a second. “sepa export” writes no file while EUR is paused.',
  ].join('\n'),
  words: { what: required(pausedWord, 'Say what to pause: all, or a currency such as ETH.') },
  options: orderActOptions,
  json: Paused,
  run: (deps: CommandDeps, { words: { what }, options }) => set(deps, { what, paused: true, ...options }),
})

/** Resumes paused payments. */
export const payoutContinue = command({
  name: 'payout continue',
  summary: [
    'Resumes what was paused: all, or one currency. Waiting payments are tried at once. A currency that was paused by',
    'itself stays so when all is continued.',
  ].join('\n'),
  words: { what: required(pausedWord, 'Say what to continue: all, or a currency such as ETH.') },
  options: orderActOptions,
  json: Paused,
  run: (deps: CommandDeps, { words: { what }, options }) => set(deps, { what, paused: false, ...options }),
})

type Act = { what: string; paused: boolean; reason: string; actor?: string | undefined }

async function set(deps: CommandDeps, { what, paused, reason, actor = deps.operator }: Act) {
  const change = paused ? pausePayouts : continuePayouts
  const currency = what === ALL ? null : what
  const outcome = await change(operatorDeps(deps), { currency, reason, actor })
  if (outcome.is === 'refused') throw new CallRefused(refusalText(what, paused, outcome))
  const still = paused ? '' : stillPaused(what, outcome.done)
  return {
    text: `${subject(what)} ${paused ? 'are paused: what is due waits until “payout continue”' : 'go on'}.${still}`,
    data: { what, paused },
  }
}

function refusalText(what: string, paused: boolean, refusal: Unchanged | Faulty): string {
  return refusal.code === 'unchanged'
    ? `${subject(what)} ${paused ? 'are paused already' : 'are not paused'}. Nothing was changed.`
    : refusal.faults.join('\n')
}

function subject(what: string): string {
  return what === ALL ? 'Pay-outs' : `Pay-outs in ${what}`
}

function stillPaused(
  what: string,
  { allPaused, paused }: { allPaused: boolean; paused: ReadonlySet<string> },
): string {
  if (what !== ALL) return allPaused ? ' All are still paused: “payout continue all”.' : ''
  return paused.size === 0 ? '' : ` Still paused: ${[...paused].toSorted().join(', ')}.`
}
