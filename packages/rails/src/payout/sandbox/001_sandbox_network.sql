-- The payment network of the sandbox. It stands for something outside: the exchange reaches it through its rail alone
-- and nothing here refers to an order. What it has answered it keeps, so that a payment which was asked for twice, or
-- whose answer was lost in a crash, is one payment. Either a txid or a refusal stands in a row.

create table sandbox_transfer (
  payout_id text primary key check (payout_id <> ''),
  txid text unique check (txid ~ '^[0-9a-f]{64}$'),
  refused text,
  units numeric(38, 0) not null check (units > 0),
  currency text not null,
  address text not null check (address <> ''),
  memo text,
  created_at timestamptz not null,
  check (num_nonnulls(txid, refused) = 1)
);

grant select, insert on sandbox_transfer to ${app_role};
