-- Orders are found by where their money came from, the account or the address, however it was written.
create index transfer_payer on transfer (upper(regexp_replace(payer_iban, '\s', '', 'g')))
  where state = 'received' and payer_iban is not null;
create index deposit_sender on deposit (lower(sender)) where state = 'received';
