-- Pay-outs on a chain. A row is made together with its nonce and its signed bytes, before anything is sent: from then on
-- the payment may happen, and no other will ever be signed for it under another nonce.

create table chain_payout (
  payout_id text primary key check (payout_id <> ''),
  wallet text not null,
  chain_id int8 not null,
  nonce int8 not null check (nonce >= 0),
  currency text not null,
  units numeric(38, 0) not null check (units > 0),
  recipient text not null,
  gas int8 not null check (gas > 0),
  -- sent: signed and stored, maybe sent, maybe in a block that is not final yet.
  -- done: final. reverted: final, and no coins moved. replaced: a transaction that is none of ours took the nonce.
  state text not null check (state in ('sent', 'done', 'reverted', 'replaced')),
  -- The transaction that became final, its block, and what the network took for it in the chain's own coin.
  txid text,
  block_number int8,
  block_hash text,
  fee_units numeric(38, 0) check (fee_units >= 0),
  -- How often it became final: a reorganisation may take a final transaction away again.
  times_final int4 not null default 0,
  created_at timestamptz not null,
  unique (wallet, chain_id, nonce),
  foreign key (wallet, chain_id) references chain_wallet (address, chain_id),
  check ((state in ('done', 'reverted')) = (num_nulls(txid, block_number, block_hash, fee_units) = 0))
);

create index chain_payout_sent on chain_payout (wallet, chain_id, nonce) where state = 'sent';
create index chain_payout_final on chain_payout (wallet, chain_id, block_number) where block_number is not null;

-- Every transaction that was signed for a pay-out. The later ones pay the network more, under the same nonce.
create table chain_transaction (
  txid text primary key check (txid ~ '^0x[0-9a-f]{64}$'),
  payout_id text not null references chain_payout (payout_id),
  number int4 not null check (number >= 1),
  raw text not null,
  max_fee_per_gas numeric(38, 0) not null,
  max_priority_fee_per_gas numeric(38, 0) not null,
  signed_at timestamptz not null,
  -- When the node first took it.
  accepted_at timestamptz,
  unique (payout_id, number)
);

-- Coins that came to the wallet from outside: what the operator put in. Kept to know what a reorganisation takes away.
create table chain_income (
  id text primary key,
  wallet text not null,
  chain_id int8 not null,
  currency text not null,
  units numeric(38, 0) not null check (units > 0),
  block_number int8 not null,
  block_hash text not null
);

create index chain_income_block on chain_income (wallet, chain_id, block_number);

-- What the wallet has too little of to pay out, a sentence for each currency.
alter table chain_wallet add column too_low jsonb not null default '{}';

grant select, insert, update on chain_payout, chain_transaction to ${app_role};
grant select, insert, delete on chain_income to ${app_role};
