import { optional } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { act } from '../../operator/act.ts'
import { changeMerchant } from '../../store/merchants.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed, merchantWord } from './merchantNamed.ts'
import { saveSignature, secretOf, signingSecret } from './saveSignature.ts'
import { merchantName, settingsOf, settingsOptions, signatureKeyOf } from './settings.ts'
import { listed, shown, ShownMerchant } from './ShownMerchant.ts'

export const merchantUpdate = command({
  name: 'merchant update',
  summary:
    'Changes the settings given. An empty --notification-url, --ip-allow, --sales-per-…, --declines-per-…, --optional-fields, --wallets or --signature-key removes it.',
  words: { clientKey: merchantWord() },
  options: { name: optional(merchantName), ...settingsOptions(), ...actOptions },
  json: z.extend(ShownMerchant, signingSecret),
  async run(deps: CommandDeps, { words, options }) {
    const { id } = await merchantNamed(deps, words.clientKey)
    const settings = settingsOf(options)
    const key = signatureKeyOf(deps.random, options)
    const after = await act(deps, { act: 'merchant update', about: id, options }, async (query) => {
      await changeMerchant(query, id, settings)
      return saveSignature({ ...deps, query }, id, key)
    })
    const secret = secretOf(key)
    return {
      text: `Merchant ${id} is changed.${secret.text}`,
      data: { ...shown(listed(after)), ...secret.data },
    }
  },
})
