-- What a merchant has to sign its messages with, where it has to: an HMAC secret or an Ed25519 public key, sealed like
-- every other key. A merchant without a row signs by the protocol's own hash alone.
create table merchant_signature (
  merchant_id uuid primary key references merchant,
  algorithm text not null check (algorithm in ('hmac-sha256', 'ed25519')),
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null
);

-- Nonces of signed messages, by their hash, for as long as the message they came with would still be taken.
create table signature_nonce (
  merchant_id uuid not null references merchant,
  nonce_hash bytea not null,
  ends_at timestamptz not null,
  primary key (merchant_id, nonce_hash)
);
create index on signature_nonce (ends_at);

grant select, insert, update, delete on merchant_signature, signature_nonce to ${app_role};
