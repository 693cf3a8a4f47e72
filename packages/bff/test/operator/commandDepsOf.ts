import { judgementsOf } from '@cambio/rails/rates/judgementsOf.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { Secret } from '@cambio/server/settings/Secret.ts'
import type { CommandDeps } from '../../src/cli/CommandDeps.ts'
import type { Exchange } from '../../src/program/Exchange.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'

/** What the command line works with on an exchange of a rig: its stores, and an operator called ada. */
export function commandDepsOf(exchange: Exchange): CommandDeps {
  return {
    ...storeDepsOf(exchange),
    operator: 'ada',
    mode: exchange.mode,
    cell: exchange.cell,
    partnerMoveKey: new Secret(Buffer.alloc(32, 9).toString('base64')),
    merchant: { clientKey: exchange.merchantKey, passwords: [new Secret('password of the merchant')] },
    stopped: new AbortController().signal,
    askSources: judgementsOf(exchange, undefined),
    random: exchange.random,
    keySource: { keyring: keyring([Buffer.alloc(32, 7)]), renew: null, prune: null },
    bankAccount: exchange.transfer.account,
  }
}
