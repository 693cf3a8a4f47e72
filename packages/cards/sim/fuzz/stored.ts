import { isIP } from 'node:net'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** What a stored text has to look like, by its column. A column that has no rule here is a breach itself. */
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const fits = (pattern: string) => (text: string) => new RegExp(`^(?:${pattern})$`, 'su').test(text)
const readable = (longest: number) => fits(`[^\\p{Cc}\\uFFFD]{1,${longest}}`)
const origin = 'https?://[^/?#\\s;,]+'
/** The database's own check leaves no text but those of a list. */
const listed = () => true

const rules: Readonly<Record<string, (text: string) => boolean>> = {
  'account.asset': fits('[A-Z]{3}'),
  'account.name': fits(`acquirer:sandbox:receivable|merchant:${uuid}:payable`),
  'fields_session.ancestors': fits(`\\{("?${origin}"?,?)+\\}`),
  'fields_session.card_fingerprint': fits('[\\w-]{43}'),
  // No session of these requests offers a wallet, so nothing is handed in by one.
  'fields_session.eci': fits(''),
  'fields_session.exp_month': fits('0[1-9]|1[0-2]'),
  'fields_session.exp_year': fits('20\\d\\d'),
  'fields_session.key_id': fits('[0-9a-f]{16}'),
  'fields_session.locale': fits('[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*'),
  'fields_session.mask': fits('\\d{6}\\*{6}\\d{4}'),
  'fields_session.order_currency': fits('[A-Z]{3}'),
  'fields_session.parent_origin': fits(origin),
  'fields_session.theme': fits('\\{("[a-z_]{4,10}": "[#a-zA-Z0-9(),.% -]{1,64}"(, )?)*\\}'),
  'fields_session.wallet': listed,
  'journal.id': fits(`${uuid}(-\\d+)?:[a-z-]+`),
  'journal.kind': fits('hold|capture|void|refund-asked|refund|refund-void'),
  'journal.reference': fits(uuid),
  'journal.resolves': fits(`${uuid}(-\\d+)?:[a-z-]+`),
  'limit_window.key': fits(uuid),
  'limit_window.name': fits('[a-z-]+'),
  'notification.fields': (text) =>
    Object.values(JSON.parse(text) as object).every((value) => readable(1024)(String(value))),
  'notification.id': fits(`${uuid}-\\d+`),
  'notification.last_problem': fits('It .*\\.|The address .*\\.'),
  'notification.state': listed,
  'notification.url': fits('https://merchant.example/notifications'),
  'notification_address.url': fits('https://merchant.example/notifications'),
  'operation.decline_reason': fits('Declined by processing'),
  'operation.id': fits(`${uuid}-\\d+`),
  'operation.kind': listed,
  'operation.state': listed,
  'posting.journal_id': fits(`${uuid}(-\\d+)?:[a-z-]+`),
  'posting.layer': listed,
  'process.layouts': fits('\\{\\}'),
  'transaction.acquirer': fits('sandbox'),
  'transaction.answered': listed,
  'transaction.challenge': (text) =>
    String(Reflect.get(JSON.parse(text) as object, 'url')).startsWith('http://localhost:8789/sandbox/'),
  'transaction.currency': fits('[A-Z]{3}'),
  'transaction.decline_reason': fits('[A-Z3][A-Za-z0-9 -]+'),
  'transaction.descriptor': fits('CAMBIO'),
  'transaction.exp_month': fits('0[1-9]|1[0-2]'),
  'transaction.exp_year': fits('20\\d\\d'),
  'transaction.mask': fits('\\d{6}\\*{6}\\d{4}'),
  'transaction.order_id': readable(255),
  'transaction.payer_email': (text) => readable(256)(text) && fits('[^\\s@]+@[^\\s@]+')(text),
  'transaction.payer_ip': (text) => isIP(text) !== 0,
  'transaction.payer_network': (text) => isIP(text) === 4 || fits('[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}')(text),
  'transaction.payer_name': readable(65),
  'transaction.reference': fits('[a-z0-9_]+'),
  'transaction.running': fits(`${uuid}-\\d+`),
  'transaction.state': listed,
  'transaction.term_target': (text) => readable(1024)(text) && !/[<>]/.test(text),

  'transaction.term_url': (text) => readable(1024)(text) && /^https?:/i.test(text) && URL.canParse(text),
  'transaction.wallet': listed,
  'transaction_log.status': listed,
  'transaction_log.type': fits('[A-Z0-9]+'),
  'vault_card.exp_month': fits('0[1-9]|1[0-2]'),
  'vault_card.exp_year': fits('20\\d\\d'),
  'vault_card.key_id': fits('[0-9a-f]{16}'),
  'vault_card.mask': fits('\\d{6}\\*{6}\\d{4}'),
}

/** Tables that only an operator or the program itself writes to. */
const ours = ['merchant', 'merchant_signature', 'migration', 'operator_act', 'platform_key', 'upstream_move']

/** Every stored text that is not what its column is for. @param query as the owner of the tables */
export async function garbageIn(query: Query, schema: string): Promise<string[]> {
  const columns = await query<{ table: string; column: string }>({
    name: 'text_columns',
    text: `select table_name as "table", column_name as "column" from information_schema.columns
           where table_schema = $1 and data_type in ('text', 'ARRAY', 'jsonb', 'json', 'character varying')
             and udt_name <> '_timestamptz' and not table_name = any($2) order by 1, 2`,
    values: [schema, ours],
  })
  const garbage: string[] = []
  for (const { table, column } of columns) {
    const isRight = rules[`${table}.${column}`]
    if (isRight === undefined) {
      garbage.push(`${table}.${column} has no rule`)
      continue
    }
    const rows = await query<{ value: string }>({
      name: `texts_of_${table}_${column}`,
      text: `select distinct ${column}::text as value from ${table} where ${column} is not null`,
      values: [],
    })
    for (const { value } of rows) {
      if (!isRight(value)) garbage.push(`${table}.${column} holds ${JSON.stringify(value.slice(0, 200))}`)
    }
  }
  return garbage
}

/** How many rows each table holds that a request can add to. */
export async function rowCounts(
  query: Query,
): Promise<{ transactions: number; sessions: number; handedIn: number }> {
  const [row] = await query<{ transactions: bigint; sessions: bigint; handed_in: bigint }>({
    name: 'row_counts',
    text: `select (select count(*) from transaction) as transactions, (select count(*) from fields_session) as sessions,
             (select count(*) from fields_session where mask is not null) as handed_in`,
    values: [],
  })
  if (row === undefined) throw new Error('A count has no row.')
  return {
    transactions: Number(row.transactions),
    sessions: Number(row.sessions),
    handedIn: Number(row.handed_in),
  }
}
