-- Cards that buyers had saved with the card platform. The platform's token is sealed: with it and a security code a card is
-- paid with. A card is one client's; the same card again is the same row.
create table saved_card (
  id text primary key,
  client_id text not null references client,
  token_hash bytea not null,
  token_sealed bytea not null,
  mask text not null,
  brand text,
  expiry text not null,                      -- the last month in which it is good, such as 01/2038
  created_at timestamptz not null,
  unique (client_id, token_hash)
);
grant select, insert, delete on saved_card to ${app_role};
