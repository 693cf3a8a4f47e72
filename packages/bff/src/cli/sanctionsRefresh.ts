import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readWalletList } from '@cambio/exchange/screening/readWalletList.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { replaceSanctions } from '../store/sanctions.ts'
import { actorOption } from './actArguments.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** Where OFAC publishes its list. */
const OFAC_LIST = 'https://www.treasury.gov/ofac/downloads/sdn.xml'
const FETCH_MS = 120_000

/** How the operator brings in the list of sanctioned wallets. */
export const sanctionsRefresh = command({
  name: 'sanctions refresh',
  summary: [
    'Reads the wallets on the OFAC list anew: from where it is published, or from a file (--file) or address (--url).',
    'Nothing is paid to them, and coins that come from them rest until somebody has looked. It is taken whole or not at all:',
    'one that is cut off, or that has a line which cannot be read, changes nothing.',
  ].join('\n'),
  words: {},
  options: { file: optional(text('<list>')), url: optional(text('<address>')), actor: actorOption },
  json: z.object({ source: z.string(), wallets: z.number(), added: z.number(), removed: z.number() }),
  async run(deps: CommandDeps, { options: { file, url, actor = deps.operator } }) {
    if (file !== undefined && url !== undefined)
      throw new BadCall('Give --file or --url, not both; the list stays as it is.')
    const source = file ?? url ?? OFAC_LIST
    const content = await (file === undefined ? fetched(source) : readFile(source, 'utf8')).catch(() => {
      throw new CallRefused(`${source} cannot be read; the list stays as it is.`)
    })
    const list = readWalletList(content)
    if (list.is === 'unreadable')
      throw new CallRefused(
        `${source} was not taken, since ${list.why}. The list stays as it is: no wallet was added or removed.`,
      )
    const { wallets } = list
    // A page that only says that the list has moved must not clear it.
    if (wallets.length === 0) throw new CallRefused(`${source} names no wallet; the list stays as it is.`)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const { added, removed } = await replaceSanctions(deps, { source, sha256, wallets, actor })
    return {
      text: `${counted(wallets.length, 'wallet is', 'wallets are')} on the list: ${added} new, ${removed} gone.`,
      data: { source, wallets: wallets.length, added, removed },
    }
  },
})

async function fetched(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) })
  if (!answer.ok) throw new Error('The list is not there')
  return answer.text()
}
