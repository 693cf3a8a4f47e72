-- What the bank took back of a transfer that it had booked, and gave again, in all; and what the money was before. A
-- program of before takes such a transfer for one of which nothing is to be done.
alter table transfer
  add column taken_units numeric(38, 0) check (taken_units > 0),
  add column again_units numeric(38, 0) check (again_units >= 0 and again_units <= taken_units),
  add column taken_from text check (taken_from in ('received', 'returned', 'closed', 'here'));
