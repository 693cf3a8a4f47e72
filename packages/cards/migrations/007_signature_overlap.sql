-- What a merchant signed with before its present key, sealed like it, for as long as both hold.
alter table merchant_signature
  add column former_algorithm text check (former_algorithm in ('hmac-sha256', 'ed25519')),
  add column former_key_id text,
  add column former_wrapped_key bytea,
  add column former_sealed bytea,
  add column former_until timestamptz;
