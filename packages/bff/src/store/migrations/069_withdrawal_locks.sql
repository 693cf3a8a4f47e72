-- Wrong codes of a client's withdrawals, counted over all of them: beyond a number of them in a day no withdrawal is
-- placed or confirmed for a day. A program of before counts none and minds no lock.
create table wrong_withdrawal_code (
  client_id text not null references client,
  order_id text not null references orders,
  at timestamptz not null
);
create index wrong_withdrawal_code_client on wrong_withdrawal_code (client_id, at);
create index wrong_withdrawal_code_at on wrong_withdrawal_code (at);

alter table client add column withdrawals_locked_until timestamptz;

-- What clients are told by mail, other than codes. A row is one mail: it is marked before the mail server is called, and
-- what was marked is never sent again.
create table client_mail (
  id text primary key,
  client_id text not null references client,
  body_sealed bytea,                         -- until the mail server has it, or never will
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown')),
  why text,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  leased_by int4,
  due_attempts int4 not null default 0
);
create index client_mail_due_at on client_mail (due_at) where due_at is not null;
create index client_mail_created_at on client_mail (created_at);

grant select, insert, delete on wrong_withdrawal_code to ${app_role};
grant select, insert, update, delete on client_mail to ${app_role};
