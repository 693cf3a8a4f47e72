-- Clients that their partner has registered: what it says of them, and the password they log in with.
create table client_account (
  client_id text primary key references client,
  partner_id text not null references partner,
  external_id text not null,
  password_hash text not null,               -- argon2id with its parameters and salt
  phone text,
  email_verified boolean not null,
  phone_verified boolean not null,
  first_name text,
  last_name text,
  birth_date text,                           -- YYYY-MM-DD
  gender text check (gender in ('male', 'female')),
  country text,
  created_at timestamptz not null,
  constraint client_account_external_id unique (partner_id, external_id)
);

-- What a login gives: good for one session.
create table login_token (
  token_hash bytea primary key,
  client_id text not null references client,
  expires_at timestamptz not null
);
create index login_token_expires_at on login_token (expires_at);

grant select, insert, update on client_account to ${app_role};
grant select, insert, delete on login_token to ${app_role};
