-- The wallet that the exchange pays out of on a chain, and how much of that chain was seen. One row a wallet and chain:
-- another key, or another chain, is another row, and what was known of the earlier one stays.

create table chain_wallet (
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  chain_id int8 not null check (chain_id > 0),
  -- The node of a sandbox, for the command line. A live node's address may hold a secret, and is in no table.
  url text,
  -- The contract of each token, by the currency that it is: {"USDC": "0x..."}.
  tokens jsonb not null,
  -- The nonce of the next transaction. Whoever signs one holds this row's lock, so that no two ever have the same.
  next_nonce int8 not null check (next_nonce >= 0),
  -- The last block whose transactions are in the books, by number and hash.
  height int8 not null check (height >= 0),
  block_hash text not null,
  -- The highest block that the node ever told of.
  seen_height int8 not null check (seen_height >= height),
  seen_at timestamptz not null,
  -- Why nothing moves, as a sentence for the operator; null while all is well.
  stopped text,
  primary key (address, chain_id)
);

-- What the watcher of the chain works as a due row, so that of many processes one watches.
create table chain_watch (
  id text primary key check (id = 'chain'),
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int4 not null default 0
);

insert into chain_watch (id, due_at) values ('chain', '2000-01-01');

grant select, insert, update on chain_wallet to ${app_role};
grant select, update on chain_watch to ${app_role};
