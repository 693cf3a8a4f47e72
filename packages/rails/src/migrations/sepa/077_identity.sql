-- What tells a line from others, whatever the bank calls it: an account's lines of several days, and several lines of one,
-- may share a reference. Lines that were taken before this have none, and are known by their reference as before; so are
-- those that a program of before takes from now on.
alter table bank_entry
  add column identity text,
  add column whole_identity text,            -- of the entry that the line is one part of
  add column statement int4,                 -- which one of its file it stood in
  add column other_texts text[] not null default '{}',
  -- Whether it may be a line of another statement once more; until the operator says so it is set aside.
  add column repeat text check (repeat in ('open', 'booked', 'dismissed'));
create unique index bank_entry_identity on bank_entry (iban, identity, file_hash, statement);
create index bank_entry_whole on bank_entry (iban, whole_identity) where whole_identity is not null;
create index bank_entry_repeats on bank_entry (imported_at) where repeat = 'open';
