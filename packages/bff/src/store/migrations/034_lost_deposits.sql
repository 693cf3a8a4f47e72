-- What a deposit was before a reorganisation of the chain took it away, so that it is that again when it comes again. A
-- program of before writes none: what it takes for lost and comes again is owed.
alter table deposit add column lost_from text
  check (lost_from in ('received', 'owed', 'returning', 'returned', 'closed'));
