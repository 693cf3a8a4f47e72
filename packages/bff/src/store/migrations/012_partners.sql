-- What the operator may change about a partner after it was made. Whatever it signed with, or was signed to with, before
-- a rotation holds beside the new one until its time; there is one former of each, and a further rotation ends it.
alter table partner
  add column suspended_at timestamptz,
  add column former_api_key text unique,
  add column former_api_key_until timestamptz,
  add column former_secret_sealed bytea,
  add column former_secret_until timestamptz,
  add column former_callback_secret_sealed bytea,
  add column former_callback_secret_until timestamptz,
  -- "plain": its programs know only the statuses that there were before auth_success and processing_payout.
  add column statuses text not null default 'all' check (statuses in ('all', 'plain'));

-- An order is told as its partner was when it was placed; null is "all", as a program of before writes it.
alter table orders add column statuses text check (statuses = 'plain');

-- A setting is changed, a key rotated or a session ended also without a reason that needs words.
alter table partner_act alter column reason drop not null;
create index partner_act_partner on partner_act (partner_id, at);
