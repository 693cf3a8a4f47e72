import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * Ends the rights of a client's former e-mail address. Codes that were mailed there end, and orders whose card was
 * never charged give the card platform the new address. A charge that was sent keeps the address that it was signed
 * with. Saved cards are forgotten, since the reader of the new address did not save them.
 */
export async function revokeFormerMailbox(
  query: Query,
  client: { clientId: string; partnerId: string; from: string; to: string },
): Promise<void> {
  await query({
    name: 'mailbox_end_codes',
    text: 'delete from entry_code where partner_id = $1 and email = $2',
    values: [client.partnerId, client.from],
  })
  const saved = 'delete from saved_card where client_id = $1'
  await query({ name: 'mailbox_forget_cards', text: saved, values: [client.clientId] })
  await query({
    name: 'mailbox_move_orders',
    text: `
      update orders set email = $2 where client_id = $1 and email is distinct from $2
        and not exists (select from attempt where attempt.order_id = orders.id)`,
    values: [client.clientId, client.to],
  })
}
