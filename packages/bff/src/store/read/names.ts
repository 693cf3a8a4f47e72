import type { Query } from '@cambio/server/postgres/Database.ts'

/** The ids of the partners with this id, name, or current or former API key: several where partners share a name. */
export async function partnersNamed(query: Query, named: string): Promise<string[]> {
  const found = await query<{ id: string }>({
    name: 'read_partners_named',
    text: 'select id from partner where id = $1 or api_key = $1 or former_api_key = $1 or name = $1',
    values: [named],
  })
  return found.map(({ id }) => id)
}

/**
 * The id of a partner's client, found by the partner's id for it, its e-mail address or its id; undefined where there
 * is none.
 */
export async function findClientNamed(
  query: Query,
  partnerId: string,
  named: string,
): Promise<string | undefined> {
  const [client] = await query<{ id: string }>({
    name: 'read_client_named',
    text: `
      select c.id from client c left join client_account a on a.client_id = c.id
      where c.partner_id = $1 and (a.external_id = $2 or c.email = lower($2) or c.id = $2)
      order by a.external_id is not distinct from $2 desc limit 1`,
    values: [partnerId, named],
  })
  return client?.id
}
