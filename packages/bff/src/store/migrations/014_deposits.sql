-- Coins that came for orders, each of which has an address of its own.
alter table orders
  add column payin_address text,
  add column refund_address text;            -- where money that the order does not want goes back to

create table deposit (
  order_id text not null references orders,
  number int4 not null,
  entry text not null,                       -- the transaction, and which of its transfers to the address
  units numeric(38, 0) not null check (units > 0),
  currency text not null,
  sender text not null,
  mined_at timestamptz,
  is_replacement boolean not null,
  state text not null,
  refund_fee_units numeric(38, 0) check (refund_fee_units >= 0),
  refund_failures int4 not null,
  primary key (order_id, number),
  unique (order_id, entry)
);

grant select, insert, update on deposit to ${app_role};
