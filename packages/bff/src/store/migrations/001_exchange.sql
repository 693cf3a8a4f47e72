-- The exchange's own tables. Money is numeric(38,0) minor units beside its currency; EUR values are cents. "sealed"
-- columns hold AES-256-GCM ciphertext under the exchange's key; "_hash" columns hold SHA-256 of a secret that only its
-- holder knows. Whatever belongs to a partner names it, and every statement about it filters by it.

-- The key that everything here is sealed with, told by a digest that says nothing of it. One row, of the first start.
create table sealing_key (
  fingerprint bytea not null,
  only_one boolean primary key default true check (only_one)
);

create table partner (
  id text primary key,
  name text not null,
  api_key text not null unique,
  secret_sealed bytea not null,              -- signs requests; an HMAC is checked with the secret itself
  callback_secret_sealed bytea not null,
  origins text[] not null,
  callback_url text,
  callback_version int2 check (callback_version in (1, 2)),
  callbacks_off_at timestamptz,              -- its endpoint answered 410: it wants nothing more
  require_timestamp boolean not null,
  first_order_free boolean not null,
  created_at timestamptz not null
);

create table client (
  id text primary key,
  partner_id text not null references partner,
  email text not null check (email = lower(email)),
  level text not null,
  payer jsonb,                               -- name, birth date and postal address, as the card platform asks for them
  created_at timestamptz not null,
  unique (partner_id, email)
);

-- A code in a buyer's mailbox, one per address; a new one replaces the old.
create table mail_code (
  partner_id text not null references partner,
  email text not null,
  code_hash bytea not null,
  tries int4 not null default 0,
  expires_at timestamptz not null,
  primary key (partner_id, email)
);
create index mail_code_expires_at on mail_code (expires_at);

create table session (
  token_hash bytea primary key,
  client_id text not null references client,
  expires_at timestamptz not null
);
create index session_expires_at on session (expires_at);

create table coupon (
  partner_id text not null references partner,
  code text not null,
  off_bps int4 not null check (off_bps between 1 and 10000),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  most_uses int4 not null check (most_uses > 0),
  uses int4 not null default 0 constraint coupon_has_uses check (uses <= most_uses),
  primary key (partner_id, code)
);

create table widget_request (
  id text primary key,
  partner_id text not null references partner,
  partner_order_id text not null,
  fields jsonb not null,                     -- as the partner gave them
  draft jsonb,                               -- as anybody who has the id left them
  draft_destination jsonb,                   -- where the coins shall go, and which client said so
  created_at timestamptz not null,
  opened_at timestamptz,
  expires_at timestamptz not null,
  used boolean not null default false,       -- an order came of it, as was seen after it had expired
  unique (partner_id, partner_order_id)
);
create index widget_request_unused on widget_request (expires_at) where not used;

-- One uniqueness of partner_order_id over orders and widget requests: whoever inserts here has the id.
create table partner_order_claim (
  partner_id text not null references partner,
  partner_order_id text not null,
  primary key (partner_id, partner_order_id)
);

create table quote (
  id text primary key,
  request_id text not null,
  client_id text,                            -- whom it was made for, if anybody
  coupon text,
  as_first boolean not null,                 -- free of the service fee, as the client's first order
  expires_at timestamptz not null,
  payin_units numeric(38, 0) not null,
  payin_currency text not null,
  payin_group text not null,
  payout_units numeric(38, 0) not null,
  payout_currency text not null,
  payout_group text not null,
  rate numeric(60, 0) not null,              -- pay-in per whole pay-out unit, counts of 10^-18
  payin_fee_units numeric(38, 0) not null,
  margin_fee_units numeric(38, 0) not null,
  payout_fee_units numeric(38, 0) not null,
  leftover_units numeric(38, 0) not null,
  payin_eur_units numeric(38, 0) not null,
  payout_eur_units numeric(38, 0) not null,
  margin_eur_units numeric(38, 0) not null
);
create index quote_expires_at on quote (expires_at);

-- An order is the fold of its events; this row is where they have left it. Only who has seen the last event may write.
create table orders (
  id text primary key,
  partner_id text not null references partner,
  partner_order_id text not null,
  request_id text constraint order_request_once unique references widget_request,
  origin text not null,
  callback_version int2 not null,
  client_id text references client,
  email text,
  payin_units numeric(38, 0) not null check (payin_units > 0),
  payin_currency text not null,
  payin_group text not null,
  payout_units numeric(38, 0) not null check (payout_units > 0),
  payout_currency text not null,
  payout_group text not null,
  rate numeric(60, 0) not null check (rate > 0),
  payin_fee_units numeric(38, 0) not null check (payin_fee_units >= 0),
  margin_fee_units numeric(38, 0) not null check (margin_fee_units >= 0),
  payout_fee_units numeric(38, 0) not null check (payout_fee_units >= 0),
  leftover_units numeric(38, 0) not null,
  payin_eur_units numeric(38, 0) not null,
  payout_eur_units numeric(38, 0) not null,
  margin_eur_units numeric(38, 0) not null,
  address text not null,
  memo text,
  purchase_units numeric(38, 0),
  purchase_currency text,
  coupon text,
  floating boolean not null,
  client_ip text not null,
  client_country text,
  remote_country text,
  secret_hash bytea not null,
  created_at timestamptz not null,
  status text not null,
  substatus text,
  seq int4 not null,
  expires_at timestamptz,
  payout_id text unique,
  payout_state text,
  payout_txid text,
  payout_reason text,
  limit_level text,
  limit_left_units numeric(38, 0),
  limit_url text,
  error_message text,
  hold_reason text,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int4 not null default 0,
  unique (partner_id, partner_order_id)
);
create index orders_due_at on orders (due_at) where due_at is not null;
create index orders_client on orders (client_id, created_at);
create index orders_hold_reason on orders (created_at) where hold_reason is not null;

create table order_event (
  order_id text not null references orders,
  seq int4 not null,
  fact text not null,
  status text not null,
  substatus text,
  detail jsonb,                              -- the fact itself, on the last event that it brought
  at timestamptz not null,
  primary key (order_id, seq)
);

create table attempt (
  order_id text not null references orders,
  number int4 not null,
  platform_order_id text not null unique,
  session_id text not null unique,
  card_mask text not null,
  card_brand text,
  card_country text,
  payer_ip text not null,
  return_to text not null,
  opened_at timestamptz not null,
  state text not null,
  trans_id text,
  challenge_url text,
  challenge_method text,
  challenge_params text,                     -- the platform's JSON, byte for byte
  reason text,
  settled boolean,
  accepted boolean,
  amount_units numeric(38, 0),                -- what goes back or went, is owed, was settled by hand or charged back
  amount_currency text,
  primary key (order_id, number)
);
-- Two charges of one order that could both take money cannot be written.
create unique index attempt_live on attempt (order_id) where state in ('open', 'challenged', 'held', 'settled');

-- Which order a hosted card form was opened for.
create table card_form (
  session_id text primary key,
  order_id text not null references orders,
  created_at timestamptz not null
);

-- News for partners, written with the change it tells of.
create table callback (
  id text primary key,
  order_id text not null references orders,
  partner_id text not null references partner,
  seq int4 not null,
  body text,                                 -- until it has long been delivered or given up
  state text not null default 'waiting' check (state in ('waiting', 'acknowledged', 'failed')),
  why text,
  created_at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int4 not null default 0,
  unique (order_id, seq)
);
create index callback_due_at on callback (due_at) where due_at is not null;
create index callback_ended_at on callback (ended_at) where body is not null;
create index callback_waiting on callback (order_id, seq) where state = 'waiting';

-- Notices: a source, as the card platform, has news of something that both know by this reference. Many are one question.
create table inbox (
  id text primary key generated always as (source || ':' || reference) stored,
  source text not null check (source ~ '^[a-z]+$'),
  reference text not null,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int4 not null default 0
);
create index inbox_due_at on inbox (due_at) where due_at is not null;

create table verification (
  token_hash bytea primary key,
  client_id text not null references client,
  order_id text references orders,
  level text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- First answers to requests that may be sent again, by whichever caller of the API.
create table idempotency (
  caller text not null,
  caller_id text not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  answer_sealed bytea,
  created_at timestamptz not null,
  primary key (caller, caller_id, route, key)
);
create index idempotency_created_at on idempotency (created_at);

-- History is only added to, also by the owner.
create function refuse_rewrite() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  raise exception '% on % is refused: history is only added to', tg_op, tg_table_name
    using errcode = 'restrict_violation', constraint = 'history_is_append_only';
end $$;
create trigger order_event_stays before update or delete or truncate on order_event
  for each statement execute function refuse_rewrite();

grant select, insert on order_event, sealing_key to ${app_role};
grant select, insert, update on partner, client, coupon, orders, attempt, callback to ${app_role};
grant select, insert, delete on partner_order_claim, card_form to ${app_role};
grant select, insert, update, delete on
  mail_code, session, widget_request, quote, inbox, verification, idempotency to ${app_role};
