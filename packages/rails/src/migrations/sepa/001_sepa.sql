-- What the bank has told of our account, and the payments that it is asked to make. Money is numeric(38,0) minor units
-- beside its currency.

-- Every line of a statement that was taken, once, whichever files it stood in.
create table bank_entry (
  iban text not null,
  reference text not null,                   -- the bank's own
  side text not null check (side in ('credit', 'debit')),
  units numeric(38, 0) not null check (units > 0),
  currency text not null,
  booked_on text,
  is_return boolean not null,
  end_to_end_id text,
  remittance text not null,
  party_name text,
  party_iban text,
  file_hash bytea not null,                  -- SHA-256 of the file it was first seen in
  imported_by text not null,
  imported_at timestamptz not null,
  outcome text check (outcome in ('matched', 'owed', 'by_hand')),
  order_id text,
  primary key (iban, reference)
);

-- A payment that leaves with the next file; its id is its EndToEndId.
create table bank_payment (
  id text primary key check (length(id) between 1 and 35),
  order_id text not null,
  transfer_number int4 not null,             -- which of the order's transfers goes back
  units numeric(38, 0) not null check (units > 0),
  currency text not null,
  name text not null,
  iban text not null,
  remittance text not null,
  state text not null default 'due' check (state in ('due', 'exported', 'sent', 'returned')),
  file_id text,
  created_at timestamptz not null,
  exported_at timestamptz
);
create index bank_payment_due on bank_payment (created_at) where state = 'due';

grant select, insert, update on bank_entry, bank_payment to ${app_role};
