-- Payer details that a merchant's older client does not send, and the password before the present one, sealed like it,
-- for as long as both hold.
alter table merchant
  add column optional_fields text[] not null default '{}'
    check (optional_fields <@ array['payer_birth_date', 'payer_state', 'payer_zip']),
  add column former_key_id text,
  add column former_wrapped_key bytea,
  add column former_sealed bytea,
  add column former_until timestamptz;
