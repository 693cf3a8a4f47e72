-- What partners have us tell the phones of their clients. A row is the one attempt: it is marked before the carrier is
-- called, and what was marked is never sent again.
create table message (
  id text primary key,
  partner_id text not null references partner,
  body_sealed bytea,                         -- until the carrier has it, or never will
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown')),
  carrier_id text,
  why text,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int4 not null default 0
);
create index message_due_at on message (due_at) where due_at is not null;
create index message_created_at on message (created_at);

-- A sandbox's outbox: what it would have sent.
create table outbox (
  number int8 primary key generated always as identity,
  kind text not null,
  recipient text not null,
  body text not null,
  created_at timestamptz not null
);
create index outbox_created_at on outbox (created_at);

-- A code in a buyer's mailbox, one for each widget request or order that it was asked for at.
create table entry_code (
  entry text primary key,
  partner_id text not null references partner,
  email text not null,
  code_hash bytea not null,
  tries int4 not null default 0,
  expires_at timestamptz not null
);
create index entry_code_expires_at on entry_code (expires_at);

grant select, insert, update, delete on message, outbox, entry_code to ${app_role};
