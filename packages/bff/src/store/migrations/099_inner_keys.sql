-- The exchange's own keys, under its key-encryption key: that one can be changed, and what was sealed stays. An exchange of
-- before made them of its one key; they are the same here, until that is changed, so it goes on running.
create table inner_key (
  name text primary key check (name in ('seal', 'fingerprint')),
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null
);
grant select, insert, update on inner_key to ${app_role};
