import { Refusal } from '@cambio/wire/http/Problem.ts'
import { clientIdOf } from '../client/Client.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import type { Followed } from '../notice/Notice.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { checkVerification } from './checkVerification.ts'

/**
 * Follows a notice of a client's check by asking the provider for its status. While the check is open and an order
 * waits for it, the provider is asked again.
 */
export async function followVerification(
  deps: Parameters<typeof checkVerification>[0] & {
    clients: Pick<ClientStore, 'find'>
    orders: Pick<OrderStore, 'findLimited'>
  },
  { applicantId }: { applicantId: string },
): Promise<Followed> {
  const client = await deps.clients.find(clientIdOf(applicantId))
  if (client?.applicantId !== applicantId) return 'unknown_reference'
  try {
    const is = await checkVerification(deps, client)
    if (is === 'unknown') return 'unanswered'
    if (is !== 'open') return 'answered'
    const waiting = await deps.orders.findLimited(client.id)
    return waiting.length > 0 ? 'unanswered' : 'answered'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return 'unanswered'
    throw error
  }
}
