-- Transactions that bring deposits to the operator's wallet: made here without a signature, signed elsewhere.
create table chain_sweep (
  address text not null references chain_deposit_address,
  chain_id int8 not null,
  nonce int8 not null check (nonce >= 0),
  currency text not null,
  units numeric(38, 0) not null check (units > 0),
  destination text not null,
  actor text not null,
  exported_at timestamptz not null,
  -- Set when the chain has a transaction of this nonce in a block that is final.
  seen_at timestamptz,
  primary key (address, chain_id, nonce)
);

create index chain_sweep_open on chain_sweep (chain_id) where seen_at is null;

-- What left a deposit address, or came to it from the operator, as it is in the books. Below zero what came.
create table chain_swept (
  id text primary key,
  address text not null references chain_deposit_address,
  currency text not null,
  units numeric(38, 0) not null
);

create index chain_swept_address on chain_swept (address);

grant select, insert, update on chain_sweep to ${app_role};
grant select, insert on chain_swept to ${app_role};
