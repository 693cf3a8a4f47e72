-- By which payment a transfer goes back, looked up before another is ordered.
create index bank_payment_of_transfer on bank_payment (order_id, transfer_number) where transfer_number is not null;
