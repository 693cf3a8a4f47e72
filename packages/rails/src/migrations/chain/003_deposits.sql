-- Deposits on a chain: an address for each order, derived from an extended public key, and what came to each.

create sequence chain_deposit_number minvalue 0 start 0;

create table chain_deposit_address (
  address text primary key check (address ~ '^0x[0-9a-fA-F]{40}$'),
  chain_id int8 not null check (chain_id > 0),
  order_id text not null unique,
  -- The address is the child 0/number of this extended public key, told by its fingerprint.
  account text not null,
  number int8 not null check (number >= 0),
  made_at timestamptz not null,
  unique (account, number)
);

-- How much of a chain was looked at for deposits. What is in higher blocks, or in none, is looked at again each time.
create table chain_deposit_watch (
  chain_id int8 primary key,
  height int8 not null check (height >= 0),
  block_hash text not null,
  -- The block that the node was at when it was looked at last, and when that was.
  head int8 not null,
  looked_at timestamptz not null
);

create table chain_deposit (
  -- The transaction, the address and which of its transfers there.
  id text primary key,
  chain_id int8 not null,
  address text not null references chain_deposit_address,
  order_id text not null,
  entry text not null,
  txid text not null check (txid ~ '^0x[0-9a-f]{64}$'),
  -- Whose coins came, and who signed with which nonce: another transaction with the same is a replacement.
  sender text not null,
  signer text not null,
  nonce int8 not null,
  is_replacement boolean not null,
  currency text not null,
  units numeric(38, 0) not null check (units > 0),
  -- seen: waits for a block, or is in one that is not final. gone: in no block, and waits for none.
  state text not null check (state in ('seen', 'final', 'gone')),
  block_number int8,
  block_hash text,
  mined_at timestamptz,
  -- Whether there is news of it that its order was not told.
  is_told boolean not null default false,
  check (num_nulls(block_number, block_hash, mined_at) in (0, 3)),
  check (state <> 'final' or block_number is not null)
);

create index chain_deposit_order on chain_deposit (order_id);
create index chain_deposit_signed on chain_deposit (chain_id, signer, nonce);
create index chain_deposit_seen on chain_deposit (chain_id) where state = 'seen';
create index chain_deposit_block on chain_deposit (chain_id, block_number) where state = 'final';
create index chain_deposit_untold on chain_deposit (id) where not is_told;

grant usage on sequence chain_deposit_number to ${app_role};
grant select, insert on chain_deposit_address to ${app_role};
grant select, insert, update on chain_deposit_watch, chain_deposit to ${app_role};
