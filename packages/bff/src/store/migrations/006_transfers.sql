-- Bank transfers that came for orders.
create table transfer (
  order_id text not null references orders,
  number int4 not null,
  entry text not null,                       -- the bank's reference of it
  units numeric(38, 0) not null check (units > 0),
  currency text not null,
  payer_name text,
  payer_iban text,
  state text not null,
  primary key (order_id, number),
  unique (order_id, entry)
);
-- Two transfers that both buy an order's coins cannot be written.
create unique index transfer_received on transfer (order_id) where state = 'received';

grant select, insert, update on transfer to ${app_role};
