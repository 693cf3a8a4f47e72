import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * Takes what was on its way to a client's former address out of its power: codes that were mailed there end, and orders
 * whose card was never charged give the card platform the new address. A charge that was sent keeps the address that it
 * was signed with.
 */
export async function leaveMailbox(
  query: Query,
  client: { clientId: string; partnerId: string; from: string; to: string },
): Promise<void> {
  await query({
    name: 'mailbox_end_codes',
    text: 'delete from entry_code where partner_id = $1 and email = $2',
    values: [client.partnerId, client.from],
  })
  await query({
    name: 'mailbox_move_orders',
    text: `
      update orders set email = $2 where client_id = $1 and email is distinct from $2
        and not exists (select from attempt where attempt.order_id = orders.id)`,
    values: [client.clientId, client.to],
  })
}
