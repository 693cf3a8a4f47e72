-- Wallets on lists of sanctions. An address that has no capitals by its network's rule is kept in lower case.
create table sanctioned_wallet (
  address text primary key,
  -- What the list calls its coin, and where the list is from.
  coin text not null,
  source text not null
);

-- When which list was read, by whom, and what it held.
create table sanctions_refresh (
  id int8 primary key generated always as identity,
  source text not null,
  sha256 text not null,
  wallets int4 not null,
  added int4 not null,
  removed int4 not null,
  actor text not null,
  at timestamptz not null
);
create trigger sanctions_refresh_stays before update or delete or truncate on sanctions_refresh
  for each statement execute function refuse_rewrite();

grant select, insert, update, delete on sanctioned_wallet to ${app_role};
grant select, insert on sanctions_refresh to ${app_role};
