import { createPartner } from '@cambio/partner/client.ts'
import { serve } from '@cambio/server/http/serve.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Address } from '../Addresses.ts'
import { sandboxPartner } from '../sandbox.ts'
import { createInbox } from './Inbox.ts'
import { shopApp } from './shopApp.ts'

/** Runs the demo shop: a partner like any other, with the account that the sandbox gives it. @throws StartRefused */
export async function startShop(input: {
  address: Address
  exchangeUrl: string
  log: Log
}): Promise<{ close(): Promise<void> }> {
  const { address, exchangeUrl, log } = input
  const { apiKey, secret, callbackSecret } = sandboxPartner
  const inbox = createInbox()
  const app = shopApp(
    {
      partnerBy: (fetch) => createPartner({ baseUrl: exchangeUrl, apiKey, secret, fetch }),
      inbox,
      now: () => new Date(),
      log,
    },
    { callbackSecret, shopUrl: address.url, exchangeUrl },
  )
  const serving = await serve(app.fetch, { ...address, variable: 'DEMO_PORT' })
  return {
    async close() {
      inbox.close() // Pages that watch would hold the server open.
      await serving.close()
    },
  }
}
