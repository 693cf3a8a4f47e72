import { required } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { unrestricted } from '../../merchant/unrestricted.ts'
import { act } from '../../operator/act.ts'
import { SANDBOX } from '../../sandbox/sandboxAcquirer.ts'
import { saveMerchant, type NewMerchant } from '../../store/merchants.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { saveSignature, secretOf, signingSecret } from './saveSignature.ts'
import { merchantName, settingsOf, settingsOptions, signatureKeyOf } from './settings.ts'

export const merchantCreate = command({
  name: 'merchant create',
  summary: 'Creates a merchant and prints its client_key and, this once, its password.',
  words: {},
  options: { name: required(merchantName), ...settingsOptions(), ...actOptions },
  json: z.object({ client_key: z.string(), password: z.string(), ...signingSecret }),
  async run(deps: CommandDeps, { options }) {
    const merchant = { ...fresh(deps, options.name), ...settingsOf(options) }
    const key = signatureKeyOf(deps.random, options)
    const { id, password } = merchant
    await act(deps, { act: 'merchant create', about: id, options }, async (query) => {
      await saveMerchant({ ...deps, query, keyring: deps.keys.keyring }, merchant, deps.clock.now())
      await saveSignature({ ...deps, query }, id, key)
    })
    const secret = secretOf(key)
    return {
      text: `Merchant ${id} is created. Its password is shown this once:\n${password}${secret.text}`,
      data: { client_key: id, password, ...secret.data },
    }
  },
})

function fresh({ random, mode, captureDelayMs }: CommandDeps, name: string): NewMerchant {
  return {
    id: random.uuid(),
    name,
    descriptor: name.slice(0, 22),
    mode,
    acquirer: SANDBOX,
    password: random.token(256),
    algorithm: 'md5',
    notificationUrl: null,
    captureDelayMs,
    tokenization: true,
    wallets: [],
    ...unrestricted,
  }
}
