/** A table of which a partner's rows move to another cell. */
export type MovedTable = {
  readonly name: string
  /** Which of its rows `t`, by the ids in the first parameter. */
  readonly where: string
  /** The order in which they are written there. */
  readonly order: string
  /** Columns that the other cell fills by itself, or that mean nothing there. */
  readonly without: readonly string[]
  /** Columns that are sealed with this cell's keys, each with its subject by the row's id. */
  readonly sealed?: Readonly<Record<string, (id: string) => string>>
  /** A statement about the rows that were `written`. */
  readonly also?: string
  /** What becomes of a row `r` that the other cell has already; without it, it has none. */
  readonly known?: KnownRow
}

/**
 * What becomes of a row that the receiving cell has already, because others share it or the partner was there before. What it has
 * of an order stays: the order's money may be there, so it knows more of it.
 */
export type KnownRow =
  | { readonly is: 'kept'; readonly where: string }
  | { readonly is: 'renewed'; readonly key: string; readonly fixed: readonly string[] }
  /** It belongs to an order, which brings all of its rows, or none where the order is known. */
  | { readonly is: 'of_order' }

const secret = (id: string) => `partner secret ${id}`
const callbackSecret = (id: string) => `partner callback secret ${id}`
const endpointSecret = (id: string) => `callback endpoint secret ${id}`
const LEASE = ['lease_until', 'leased_by']
/** Another partner's row of the same id is no known one: it is refused by the table's key. */
const OWN_ID = 'k.id = r.id and k.partner_id = r.partner_id'
const ofOrder = (name: string, order: string, ...without: string[]): MovedTable => ({
  name,
  where: 't.order_id = any($1)',
  order,
  without,
  known: { is: 'of_order' },
})

/**
 * Everything of a partner that moves, in the order in which it is written: whatever refers to a row comes after it, and
 * endpoints come last, so that no callback of before is sent to them again. Sessions, tokens and codes end with the move. What links clients to persons is no row: `movedMarks.ts`.
 */
export const movedTables: readonly {
  readonly of: 'partner' | 'clients' | 'orders'
  readonly tables: readonly MovedTable[]
}[] = [
  {
    of: 'partner',
    tables: [
      {
        name: 'logo',
        where: 't.name in (select unnest(array[p.logo, p.logo_dark]) from partner p where p.id = any($1))',
        order: 't.name',
        without: [],
        known: { is: 'kept', where: 'k.name = r.name' },
      },
      {
        name: 'partner',
        where: 't.id = any($1)',
        order: 't.id',
        without: ['moved_to', 'suspended_at'],
        known: { is: 'renewed', key: 'id', fixed: ['created_at'] },
        sealed: {
          secret_sealed: secret,
          former_secret_sealed: secret,
          callback_secret_sealed: callbackSecret,
          former_callback_secret_sealed: callbackSecret,
        },
      },
      {
        name: 'event_publication',
        where: 't.partner_id = any($1)',
        order: 't.partner_id',
        without: [],
        known: { is: 'renewed', key: 'partner_id', fixed: [] },
      },
      { name: 'partner_passkey', where: 't.partner_id = any($1)', order: 't.id', without: [] },
      {
        name: 'coupon',
        where: 't.partner_id = any($1)',
        order: 't.code',
        without: [],
        known: { is: 'renewed', key: 'partner_id, code', fixed: ['off_bps'] },
      },
      {
        name: 'catalogue_change',
        where: 't.partner_id = any($1)',
        order: 't.id',
        without: ['id'],
        known: {
          is: 'kept',
          where: "k.partner_id = r.partner_id and to_jsonb(k) - 'id' = to_jsonb(r) - 'id'",
        },
      },
    ],
  },
  {
    of: 'clients',
    tables: [
      {
        name: 'client',
        where: 't.id = any($1)',
        order: 't.id',
        without: [],
        known: { is: 'renewed', key: 'id', fixed: ['partner_id', 'created_at'] },
      },
      {
        name: 'client_account',
        where: 't.client_id = any($1)',
        order: 't.client_id',
        without: [],
        known: { is: 'renewed', key: 'client_id', fixed: ['partner_id', 'external_id', 'created_at'] },
      },
      {
        // The other cell has no token of a card yet: its card platform makes one, once it has the card.
        name: 'saved_card',
        where: 't.client_id = any($1) and t.token_sealed is not null',
        order: 't.id',
        without: ['token_sealed'],
      },
      { name: 'device', where: 't.client_id = any($1)', order: 't.id', without: [] },
      {
        name: 'device_passkey',
        where: 't.device_id in (select d.id from device d where d.client_id = any($1))',
        order: 't.device_id',
        without: [],
      },
    ],
  },
  {
    of: 'orders',
    tables: [
      {
        name: 'widget_request',
        where: 't.id in (select o.request_id from orders o where o.id = any($1))',
        order: 't.id',
        without: [],
        known: { is: 'kept', where: OWN_ID },
      },
      {
        name: 'orders',
        where: 't.id = any($1)',
        order: 't.id',
        without: [...LEASE, 'legal_notice_id'],
        known: { is: 'kept', where: OWN_ID },
        also: 'insert into order_uncounted (partner_id, created_at, order_id) select partner_id, created_at, id from written',
      },
      ofOrder('attempt', 't.order_id, t.number', 'card_key'),
      ofOrder('transfer', 't.order_id, t.number'),
      ofOrder('deposit', 't.order_id, t.number'),
      ofOrder('order_event', 't.order_id, t.seq'),
      ofOrder('order_metadata', 't.order_id'),
      ofOrder('callback', 't.order_id, t.seq', ...LEASE),
      {
        name: 'partner_order_claim',
        where: `exists (select from orders o where o.id = any($1)
          and o.partner_id = t.partner_id and o.partner_order_id = t.partner_order_id)`,
        order: 't.partner_order_id',
        without: [],
        known: {
          is: 'kept',
          where: 'k.partner_id = r.partner_id and k.partner_order_id = r.partner_order_id',
        },
      },
    ],
  },
  {
    of: 'partner',
    tables: [
      {
        name: 'callback_endpoint',
        where: 't.partner_id = any($1)',
        order: 't.id',
        without: [],
        sealed: { secret_sealed: endpointSecret, former_secret_sealed: endpointSecret },
      },
    ],
  },
]

/** Rows of a partner that was here before which are in its file anew, or were to end when it moved away. */
export const clearedTables: readonly { readonly name: string; readonly where: string }[] = [
  { name: 'callback_endpoint', where: 'partner_id = $1' },
  { name: 'partner_session', where: 'partner_id = $1' },
  { name: 'partner_sign_in', where: 'partner_id = $1' },
  { name: 'partner_passkey', where: 'partner_id = $1' },
  ...['login_token', 'session', 'saved_card', 'device'].map((name) => ({
    name,
    where: 'client_id in (select id from client where partner_id = $1)',
  })),
]
