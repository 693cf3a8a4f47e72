-- The files of the last days, both ways.
create index bank_entry_imported on bank_entry (imported_at);
create index bank_payment_exported on bank_payment (exported_at) where exported_at is not null;
