-- What left while a cap was set on what may leave, and what waits to leave. A program of before counts nothing, and minds
-- neither cap nor pause.
create table departure (
  payment_id text primary key,
  currency text not null,
  eur_cents int8 not null check (eur_cents >= 0),
  at timestamptz not null
);
create index departure_at on departure (at);

-- The same in sum, so that a day's is read from 1,440 rows however many payments it had.
create table departure_minute (
  minute timestamptz primary key,
  eur_cents int8 not null
);

-- A payment is looked at again within a minute as long as it waits: a row that nobody has touched since waits no more.
create table departure_waiting (
  payment_id text primary key,
  order_id text not null references orders,
  currency text not null,
  units numeric(38, 0) not null,
  why text not null check (why in ('paused', 'hour_cap', 'day_cap')),
  since timestamptz not null,
  seen_at timestamptz not null
);
create index departure_waiting_seen_at on departure_waiting (seen_at);

grant select, insert, delete on departure to ${app_role};
grant select, insert, update, delete on departure_minute, departure_waiting to ${app_role};
