import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { listMerchants } from '../../store/merchants.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { shown, ShownMerchant } from './ShownMerchant.ts'

export const merchantList = command({
  name: 'merchant list',
  summary: 'Lists every merchant.',
  words: {},
  options: {},
  json: z.array(ShownMerchant),
  async run({ query }: CommandDeps) {
    const data = (await listMerchants({ query })).map(shown)
    const text = data.map(
      (row) => `${row.client_key}  ${row.mode}  ${row.blocked ? 'blocked' : 'open'}  ${row.name}`,
    )
    return { text: text.join('\n') || 'There is no merchant yet. Create one with: merchant create', data }
  },
})
