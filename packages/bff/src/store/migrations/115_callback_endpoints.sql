-- A partner may have further receivers of its callbacks beside the one in its own row, each with a secret and a choice of
-- events. What goes to them is written by a trigger in the statement that writes the callback, so that none is left out,
-- whichever version of the program writes it. What every delivery met is kept for the partner to read.

-- What a callback tells, as receivers choose: null where a program of before wrote it.
alter table callback add column kind text;
-- Of the receiver in the partner's own row: "all" is every event but declined attempts, which attempt_callbacks asks for.
alter table partner add column callback_events text[] not null default '{all}';
-- A receiver that the partner's key alone has named gets no codes of withdrawals: they go on to the one before it.
alter table partner add column code_url text, add column code_url_held boolean not null default false;

create table callback_endpoint (
  id text primary key,
  partner_id text not null,
  url text not null,
  description text,
  events text[] not null check (cardinality(events) > 0),
  secret_sealed bytea not null,
  former_secret_sealed bytea,
  former_secret_until timestamptz,
  off_at timestamptz,                        -- it answered 410, or its partner switched it off
  created_at timestamptz not null
);
create index callback_endpoint_partner on callback_endpoint (partner_id);

create table endpoint_callback (
  endpoint_id text not null,                 -- it may be gone
  callback_id text not null,
  id text not null generated always as (endpoint_id || ':' || callback_id) stored primary key,
  order_id text not null,
  seq int4 not null,
  kind text,
  state text not null check (state in ('waiting', 'acknowledged', 'failed')),
  why text,
  created_at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  leased_by int4,
  due_attempts int4 not null default 0,
  unique (endpoint_id, order_id, seq)
);
create index endpoint_callback_due on endpoint_callback (endpoint_id, due_at) where due_at is not null;
create index endpoint_callback_listed on endpoint_callback (endpoint_id, created_at, order_id, seq);
create index endpoint_callback_failed on endpoint_callback (endpoint_id, created_at, order_id, seq) where state = 'failed';
create index endpoint_callback_created on endpoint_callback (created_at);

-- A partner reads what it was sent, newest first.
create index callback_listed on callback (partner_id, created_at, order_id, seq);
create index callback_listed_failed on callback (partner_id, created_at, order_id, seq) where state = 'failed';

create table delivery_attempt (
  callback_id text not null,
  endpoint_id text,                          -- null for the receiver in the partner's own row
  at timestamptz not null,
  duration_ms int4 not null,
  status int4,
  why text,
  answer text                                -- how the receiver's answer began
);
create index delivery_attempt_callback on delivery_attempt (callback_id, at);
create index delivery_attempt_at on delivery_attempt (at);

-- Brings callbacks that were just written to the further receivers that chose them. One that is being removed is waited
-- for, so that nothing waits for a receiver that is gone.
create function bring_to_endpoints() returns trigger
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
begin
  insert into endpoint_callback (endpoint_id, callback_id, order_id, seq, kind, state, why, created_at, ended_at, due_at)
  select e.id, c.id, c.order_id, c.seq, c.kind,
    case when e.off_at is null then 'waiting' else 'failed' end,
    case when e.off_at is not null then 'the endpoint is off' end,
    c.created_at, case when e.off_at is not null then c.created_at end,
    case when e.off_at is null then c.created_at end
  from added c join callback_endpoint e on e.partner_id = c.partner_id
  where c.kind is null or c.kind = any (e.events) or ('all' = any (e.events) and c.kind <> 'attempt_declined')
  for key share of e;
  if found then
    perform pg_notify('endpoint_callbacks_due', '');
  end if;
  return null;
end $$;
create trigger callback_endpoints after insert on callback referencing new table as added
  for each statement execute function bring_to_endpoints();

grant select, insert, update, delete on callback_endpoint to ${app_role};
grant select, update, delete on endpoint_callback to ${app_role};
grant select, insert, delete on delivery_attempt to ${app_role};
