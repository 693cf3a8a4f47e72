-- What clients have that belongs to one person: keyed digests of mailboxes, verified names, cards and wallets. One that
-- came with an order counts once that order's money was authorised; a client's own has no order.
create table person_mark (
  client_id text not null references client,
  kind text not null check (kind in ('email', 'name', 'card', 'address')),
  mark text not null,
  order_id text not null default '',
  primary key (client_id, kind, mark, order_id)
);
create index person_mark_mark on person_mark (mark, kind);

grant select, insert on person_mark to ${app_role};
