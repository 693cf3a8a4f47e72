import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '@cambio/server/freePort.ts'
import { serve } from '@cambio/server/http/serve.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { DemoEnvironment } from './DemoEnvironment.ts'

/** A program's address: what it listens on, and as what browsers and the others know it. */
export type Address = { readonly host: string; readonly port: number; readonly url: string }

/** Where everything is. The shop is on another site than the other two, as a partner's page is. */
export type Addresses = { readonly exchange: Address; readonly cards: Address; readonly shop: Address }

/** Settles every address before anything starts, since the programs have to know each other's. @throws StartRefused */
export async function settleAddresses(environment: DemoEnvironment): Promise<Addresses> {
  const { HOST, PORT, CARDS_PORT, DEMO_PORT, CHAIN_PORT, BASE_URL, PAYMENT_URL, SHOP_URL } = environment
  const named = [PORT, CARDS_PORT, DEMO_PORT, CHAIN_PORT].filter((port) => port !== 0)
  if (new Set(named).size < named.length) {
    throw new StartRefused(
      'PORT, CARDS_PORT, DEMO_PORT and CHAIN_PORT name one port twice: give each its own.',
    )
  }
  return {
    exchange: await settle({ host: HOST ?? 'localhost', port: PORT, variable: 'PORT', url: BASE_URL }),
    cards: await settle({
      host: HOST ?? 'localhost',
      port: CARDS_PORT,
      variable: 'CARDS_PORT',
      url: PAYMENT_URL,
    }),
    shop: await settle({ host: HOST ?? '127.0.0.1', port: DEMO_PORT, variable: 'DEMO_PORT', url: SHOP_URL }),
  }
}

const PREDECESSOR_MS = 2_000
const ASK_AGAIN_MS = 100

/** Proves that a port can be had, or finds one where any will do. Programs of a launcher that was killed take a moment to notice and go. */
async function settle(place: {
  host: string
  port: number
  variable: string
  url: string | undefined
}): Promise<Address> {
  const deadline = Date.now() + PREDECESSOR_MS
  for (;;) {
    try {
      const port = place.port === 0 ? await freePort(0) : place.port
      const probe = await serve(() => new Response(null, { status: 503 }), { ...place, port })
      await probe.close()
      const name = isEverywhere(place.host) ? 'localhost' : place.host
      return { host: place.host, port: probe.port, url: place.url ?? `http://${name}:${probe.port}` }
    } catch (error) {
      if (Date.now() > deadline) throw error
      await after(ASK_AGAIN_MS)
    }
  }
}

/** Whether a host means every address of the machine, which no browser can go to by that name. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
