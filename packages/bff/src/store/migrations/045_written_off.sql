-- What a reorganisation took away for good, after what it had bought left, can be written off by the operator. A program
-- of before takes it for owed when it comes again.
alter table deposit drop constraint deposit_lost_from_check;
alter table deposit add constraint deposit_lost_from_check
  check (lost_from in ('received', 'written_off', 'owed', 'returning', 'returned', 'closed'));
