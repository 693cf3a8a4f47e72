-- The wallets that a merchant's card fields offer.
alter table merchant add column wallets text[] not null default '{}';
-- What a wallet asks its buyer to approve, in the currency's smallest unit; null: no wallet is offered.
alter table fields_session add column order_units int8 check (order_units > 0);
alter table fields_session add column order_currency text;
-- What was handed in by a wallet instead of typed: a network token, whose cryptogram is in sealed_code, or a card's number.
alter table fields_session add column wallet text check (wallet in ('apple_pay', 'google_pay'));
alter table fields_session add column is_network_token boolean not null default false;
alter table fields_session add column eci text;

-- A wallet's token is good for one payment: the hash of its id is kept until the token is refused for its age.
create table wallet_token (
  id_hash bytea primary key,
  ends_at timestamptz not null
);
create index on wallet_token (ends_at);
grant select, insert, delete on wallet_token to ${app_role};
