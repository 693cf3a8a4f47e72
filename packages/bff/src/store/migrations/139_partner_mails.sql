-- Mails to partners' contacts: links to sign in, and what was changed by key or passkey. A row is one mail. It is tried until
-- the mail server takes it or its time has passed, and never again once it may have been sent. A program of before hands
-- its mails over by itself and minds none of these.
create table partner_mail (
  id text primary key,
  partner_id text references partner,        -- null for links, which may lead to several partners
  body_sealed bytea,                         -- until the mail server has it, or never will
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown')),
  why text,                                  -- what was said at the last attempt
  until timestamptz not null,                -- when it is given up
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  leased_by int4,
  due_attempts int4 not null default 0
);
create index partner_mail_due_at on partner_mail (due_at) where due_at is not null;
create index partner_mail_created_at on partner_mail (created_at);
create index partner_mail_undelivered on partner_mail (created_at) where state in ('refused', 'unknown');

grant select, insert, update, delete on partner_mail to ${app_role};
