-- With the account first, a plan made while the table is empty reads the whole account by these for each single line.
drop index bank_entry_identity;
create unique index bank_entry_identity on bank_entry (identity, iban, file_hash, statement);
drop index bank_entry_whole;
create index bank_entry_whole on bank_entry (whole_identity, iban) where whole_identity is not null;
