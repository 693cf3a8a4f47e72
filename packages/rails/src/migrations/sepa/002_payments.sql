-- Beside transfers that go back, a bank is asked to pay orders out, and partners what they have with us.
alter table bank_payment
  alter column order_id drop not null,
  alter column transfer_number drop not null,
  add column partner_id text,
  -- Whether a statement has said that it left: one may say first that it came back.
  add column has_left boolean not null default false,
  add constraint bank_payment_purpose check ((order_id is null) <> (partner_id is null));
update bank_payment set has_left = true where state in ('sent', 'returned');
