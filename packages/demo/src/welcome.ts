import type { Launched } from './launch.ts'
import { sandboxMerchant, sandboxPartner } from './sandbox.ts'

/** What a person reads once everything runs: where it is, the keys, and what to do next. */
export function welcome({ addresses: { exchange, cards, shop }, chain, dataDir }: Launched): string {
  return `
Cambio is running.

  Shop            ${shop.url}
  Exchange        ${exchange.url}
  Guide           ${exchange.url}/guide/        API reference: ${exchange.url}/docs
  Playground      ${exchange.url}/playground
  Card platform   ${cards.url}
  Chain           ${chain}

  Partner         API key ${sandboxPartner.apiKey}, secret ${sandboxPartner.secret}
                  callback secret ${sandboxPartner.callbackSecret}
  Merchant        ${sandboxMerchant.clientKey}, password ${sandboxMerchant.password}

Next: open ${shop.url} in a browser and press Buy. The card form offers test cards,
and the code that would be mailed is shown on the screen. No money moves.

Everything is kept in ${dataDir}; full logs are in its folder log. Ctrl-C stops all of it.
`
}
