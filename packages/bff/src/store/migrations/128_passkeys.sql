-- Passkeys (WebAuthn): the public half of a key pair whose other half stays with a person's authenticator. Those of a
-- partner's contact end with the contact that they were made for, as links and sessions do.
create table partner_passkey (
  id text primary key,
  partner_id text not null references partner,
  email text not null,
  credential_id text not null unique,        -- base64url, as browsers name it
  public_key bytea not null,                 -- COSE_Key
  counter bigint not null,                   -- uses by the authenticator's own count; 0 where it does not count
  backed_up boolean not null,                -- whether it exists outside its device, too
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index partner_passkey_contact on partner_passkey (partner_id, email, created_at);
grant select, insert, update (counter, backed_up, last_used_at), delete on partner_passkey to ${app_role};

-- The passkey that opened a session of a partner's contact; null for a mailed link.
alter table partner_session add column passkey_id text references partner_passkey on delete cascade;
create index partner_session_passkey on partner_session (passkey_id) where passkey_id is not null;

-- Challenges that were handed out for a passkey to sign: each for the one that asked, once, until then.
create table passkey_challenge (
  challenge_hash bytea primary key,
  asker_hash bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
grant select, insert, delete on passkey_challenge to ${app_role};
