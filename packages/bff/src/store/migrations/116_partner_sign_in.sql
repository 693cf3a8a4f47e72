-- The person of a partner who signs in to the partner's page, by a link that is mailed to them. Links and sessions end with
-- the contact that they were made for.
alter table partner add column contact_email text check (contact_email = lower(contact_email));
create index partner_contact_email on partner (contact_email) where contact_email is not null;

create table partner_sign_in (
  token_hash bytea primary key,
  partner_id text not null references partner,
  email text not null,
  expires_at timestamptz not null
);
create index partner_sign_in_expires_at on partner_sign_in (expires_at);

create table partner_session (
  token_hash bytea primary key,
  partner_id text not null references partner,
  email text not null,
  expires_at timestamptz not null
);
create index partner_session_expires_at on partner_session (expires_at);

grant select, insert, delete on partner_sign_in, partner_session to ${app_role};
