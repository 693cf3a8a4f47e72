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
  /** Whether the other cell may have the same rows already. */
  readonly isShared?: true
}

const secret = (id: string) => `partner secret ${id}`
const callbackSecret = (id: string) => `partner callback secret ${id}`
const endpointSecret = (id: string) => `callback endpoint secret ${id}`
const LEASE = ['lease_until', 'leased_by']
const ofOrder = (name: string, order: string, ...without: string[]): MovedTable => ({
  name,
  where: 't.order_id = any($1)',
  order,
  without,
})

/**
 * Everything of a partner that moves, in the order in which it is written: whatever refers to a row comes after it, and
 * endpoints come last, so that no callback of before is sent to them again. Sessions, tokens and codes end with the move; a saved
 * card is sealed for one merchant of the card platform. What links clients to persons is no row: `movedMarks.ts`.
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
        isShared: true,
      },
      {
        name: 'partner',
        where: 't.id = any($1)',
        order: 't.id',
        without: ['moved_to', 'suspended_at'],
        sealed: {
          secret_sealed: secret,
          former_secret_sealed: secret,
          callback_secret_sealed: callbackSecret,
          former_callback_secret_sealed: callbackSecret,
        },
      },
      // How it came to the cell that it leaves: the one that it comes to must know where it has been.
      {
        name: 'partner_move',
        where: "t.partner_id = any($1) and t.direction = 'here'",
        order: 't.number',
        without: ['number'],
      },
      { name: 'event_publication', where: 't.partner_id = any($1)', order: 't.partner_id', without: [] },
      { name: 'partner_passkey', where: 't.partner_id = any($1)', order: 't.id', without: [] },
      { name: 'coupon', where: 't.partner_id = any($1)', order: 't.code', without: [] },
      { name: 'catalogue_change', where: 't.partner_id = any($1)', order: 't.id', without: ['id'] },
    ],
  },
  {
    of: 'clients',
    tables: [
      { name: 'client', where: 't.id = any($1)', order: 't.id', without: [] },
      { name: 'client_account', where: 't.client_id = any($1)', order: 't.client_id', without: [] },
      { name: 'device', where: 't.client_id = any($1)', order: 't.id', without: [] },
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
      },
      {
        name: 'orders',
        where: 't.id = any($1)',
        order: 't.id',
        without: [...LEASE, 'legal_notice_id'],
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
