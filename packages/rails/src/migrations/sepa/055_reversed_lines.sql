-- A line that takes money back names what its payer called it.
create index bank_entry_called on bank_entry (iban, end_to_end_id) where side = 'credit' and end_to_end_id is not null;
