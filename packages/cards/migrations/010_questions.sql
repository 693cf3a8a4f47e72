-- When the acquirer is asked how a payment stands. That comes and goes within each SALE, and a column of the payment itself
-- that an index goes by would enter its row into every index once more. A row is there until the question is answered. It
-- is written by the statement that accepts or changes its payment, which is never removed, and so refers to it by no more
-- than its id.
create table question (
  transaction_id uuid primary key,
  due_at timestamptz not null,
  lease_until timestamptz,
  leased_by int4,
  due_attempts int not null default 0
);
create index on question (due_at);
-- A statement is planned by the pages that its table has: one of hardly any would be read whole, until it is cleaned up
-- again, however many SALEs there are by then. Pages that it once had stay.
alter table question set (vacuum_truncate = off);

-- Room on each page for what becomes of its rows: one that finds none goes to another page, and into every index again.
alter table transaction set (fillfactor = 90);

-- An acquirer says itself which payment it has under a reference. A program of before that looks for one reads the table.
drop index transaction_acquirer_reference_idx;

grant select, insert, update, delete on question to ${app_role};
