-- What the documents say that a client is verified by, and what the sandbox's stand-in for a provider was told that they
-- say. Null where none were read.
alter table client add column documents jsonb;
alter table verification add column documents jsonb;

-- Approvals of a provider that granted nothing, since the documents are not those of the client that was told.
create table verification_review (
  id text primary key,
  client_id text not null references client,
  -- Whom the provider approved: a client that becomes another person is another applicant.
  applicant_id text not null,
  provider text not null,
  level text not null,
  order_id text references orders,
  documents jsonb not null,
  -- What differs or is not told: name, birth_date, country.
  differences text[] not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Superseded: the client, its provider or a later approval has decided before the operator did.
  outcome text check (outcome in ('approved', 'refused', 'superseded')),
  reason text,
  actor text,
  check ((closed_at is null) = (outcome is null)),
  check (outcome is null or outcome = 'superseded' or (reason is not null and actor is not null))
);
create unique index verification_review_open on verification_review (client_id) where closed_at is null;
create index verification_review_opened_at on verification_review (opened_at) where closed_at is null;

grant select, insert, update on verification_review to ${app_role};
