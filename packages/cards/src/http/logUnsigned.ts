import { networkOf } from '@cambio/server/http/clientAddress.ts'
import { clientIpOf, requestIdOf, type DoorContext } from '@cambio/server/http/door.ts'
import type { Log } from '@cambio/server/log.ts'

/** Logs a request that its merchant did not sign. `merchantId` null: it named no merchant. */
export function logUnsigned(c: DoorContext, log: Log, merchantId: string | null): void {
  log.warn('a request was not signed by its merchant', {
    merchantId,
    network: networkOf(clientIpOf(c)),
    requestId: requestIdOf(c),
  })
}
