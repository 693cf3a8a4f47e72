import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { findEmbedded } from '@cambio/server/postgres/embedded.ts'
import { expect } from '@playwright/test'

/**
 * Lets the time pass that a buyer has to answer their bank: the payment began an hour earlier, the bank is asked about it now,
 * and the card platform gives it up.
 */
export async function expireChallenge(email: string): Promise<void> {
  const server = await findEmbedded(process.env['DATA_DIR'] ?? '')
  if (server === undefined) throw new Error('The product of this run has no database of its own.')
  const database = openDatabase({ url: server.url('cards'), schema: 'cards', max: 1 })
  try {
    const [asked] = await database.query<{ id: string }>({
      name: 'challenge_expire',
      text: `with expired as (
               update transaction set created_at = created_at - interval '1 hour'
               where payer_email = $1 and state = 'challenged' returning id)
             insert into question (transaction_id, due_at) select id, now() from expired
             on conflict (transaction_id) do update set due_at = excluded.due_at
             returning transaction_id as id`,
      values: [email],
      wakes: ['cards_question'],
    })
    const reason = async () => {
      const [found] = await database.query<{ reason: string | null }>({
        name: 'challenge_reason',
        text: 'select decline_reason as reason from transaction where id = $1',
        values: [asked?.id],
      })
      return found?.reason
    }
    await expect.poll(reason).toBe('Timeout')
  } finally {
    await database.close()
  }
}
