-- A payment that the bank did not take, by whom and why that was said. A program of before takes it for one that a file has
-- had, and waits for a statement.
alter table bank_payment drop constraint bank_payment_state_check;
alter table bank_payment add constraint bank_payment_state_check
  check (state in ('due', 'called_off', 'exported', 'rejected', 'sent', 'returned'));
alter table bank_payment
  add column bank_status text,               -- what the bank said of it last, short of a rejection
  add column rejected_at timestamptz,
  add column rejected_by text,
  add column reject_reason text;
-- What a file had and no statement has named.
create index bank_payment_unconfirmed on bank_payment (exported_at) where state = 'exported';
-- The payments of a file, which a bank accepts or rejects as a whole.
create index bank_payment_of_file on bank_payment (file_id) where file_id is not null;
-- The payments of an order: a pay-out that the bank rejected is followed by another.
create index bank_payment_of_order on bank_payment (order_id);
