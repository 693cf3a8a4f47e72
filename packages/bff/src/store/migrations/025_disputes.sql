-- What banks took back of a charge in all, what of it was won back, and what the charge was before and had brought. Null where no bank
-- took anything, and in rows of a program of before, for which amount_units is what was taken back.
alter table attempt
  add column charged_units numeric(38, 0),
  add column won_units numeric(38, 0),
  add column taken_units numeric(38, 0),
  add column charged_from text check (charged_from in ('received', 'gone', 'here'));
