import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  refreshSanctions,
  type SanctionsRefusal,
} from '@cambio/exchange/operator/sanctions/refreshSanctions.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../operator/operatorDeps.ts'
import { optionalReasonOptions } from './actArguments.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** Where OFAC publishes its list. */
const OFAC_LIST = 'https://www.treasury.gov/ofac/downloads/sdn.xml'
const FETCH_MS = 120_000

/** Loads the list of sanctioned wallets. */
export const sanctionsRefresh = command({
  name: 'sanctions refresh',
  summary: [
    'Reloads the wallets on the OFAC list: from where it is published, or from a file (--file) or address (--url).',
    'Nothing is paid to them, and coins from them stay put until you have decided. The list is loaded whole or not at all:',
    'one that is cut off or has an unreadable line changes nothing.',
  ].join('\n'),
  words: {},
  options: { file: optional(text('<list>')), url: optional(text('<address>')), ...optionalReasonOptions },
  json: z.object({ source: z.string(), wallets: z.number(), added: z.number(), removed: z.number() }),
  async run(deps: CommandDeps, { options: { file, url, reason = null, actor = deps.operator } }) {
    if (file !== undefined && url !== undefined)
      throw new BadCall('Give --file or --url, not both; the list stays as it is.')
    const source = file ?? url ?? OFAC_LIST
    const content = await (file === undefined ? fetched(source) : readFile(source, 'utf8')).catch(() => {
      throw new CallRefused(`${source} cannot be read; the list stays as it is.`)
    })
    const sha256 = createHash('sha256').update(content).digest('hex')
    const refresh = { source, sha256, content, actor, reason }
    const outcome = await refreshSanctions(operatorDeps(deps), refresh)
    if (outcome.is === 'refused') throw new CallRefused(refusalText(source, outcome))
    const { wallets, added, removed } = outcome.done
    return {
      text: `${counted(wallets, 'wallet is', 'wallets are')} on the list: ${added} new, ${removed} removed.`,
      data: { source, wallets, added, removed },
    }
  },
})

function refusalText(source: string, refusal: SanctionsRefusal): string {
  switch (refusal.code) {
    case 'unreadable':
      return `${source} was not loaded, since ${refusal.why}. The list stays as it is: no wallet was added or removed.`
    case 'names_no_wallet':
      return `${source} names no wallet; the list stays as it is.`
  }
}

async function fetched(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) })
  if (!answer.ok) throw new Error('The list could not be fetched')
  return answer.text()
}
