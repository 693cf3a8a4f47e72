-- A payment whose order was settled or refunded before a file had it leaves with none. A program of before takes it for one
-- that a file has had, and asks again.
alter table bank_payment drop constraint bank_payment_state_check;
alter table bank_payment add constraint bank_payment_state_check
  check (state in ('due', 'called_off', 'exported', 'sent', 'returned'));
