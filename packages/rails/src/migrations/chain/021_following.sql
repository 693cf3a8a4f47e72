-- What books need to follow a chain wherever it goes: reorganisations, gas for sweeps, and another's hand on the wallet.

-- The hashes of the last blocks that the books came to: the highest that the node still has is where the chains part.
create table chain_block (
  chain_id int8 not null,
  -- Whose books: a wallet's, by its address, and those of deposits are read by themselves.
  reader text not null check (reader <> ''),
  number int8 not null check (number >= 0),
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  primary key (chain_id, reader, number)
);

insert into chain_block (chain_id, reader, number, hash)
select chain_id, address, height, block_hash from chain_wallet where block_hash <> '0x';
insert into chain_block (chain_id, reader, number, hash)
select chain_id, 'deposits', height, block_hash from chain_deposit_watch where block_hash <> '0x';

-- Wallets of the operator's own: what comes from one to a deposit address is for moving the coins there, and no order's.
create table chain_operator_wallet (
  chain_id int8 not null,
  address text not null check (address = lower(address)),
  actor text not null,
  named_at timestamptz not null,
  primary key (chain_id, address)
);

insert into chain_operator_wallet (chain_id, address, actor, named_at)
select distinct on (chain_id, lower(destination)) chain_id, lower(destination), actor, exported_at
from chain_sweep order by chain_id, lower(destination), exported_at;

-- What was booked of a sweep, so that it can be booked back: the block that it was seen by, what of it is the operator's
-- and the transfer, where it is one that came. A program of before writes none of it: its bookings stay.
alter table chain_swept
  add column height int8,
  add column capital_units numeric(38, 0),
  add column entry text,
  add column is_taken_back boolean not null default false;
alter table chain_sweep add column seen_height int8;

-- Why somebody else than this exchange seems to use the wallet, as a sentence; null where nobody does.
alter table chain_wallet add column stranger text;

-- The operator's word that pay-outs go on although transactions of the wallet are not the exchange's.
create table chain_release (
  wallet text not null,
  chain_id int8 not null,
  number int4 not null check (number >= 1),
  -- From this nonce on the exchange signs.
  next_nonce int8 not null,
  reason text not null,
  actor text not null,
  at timestamptz not null,
  primary key (wallet, chain_id, number),
  foreign key (wallet, chain_id) references chain_wallet (address, chain_id)
);

-- Whom a pay-out is for, so that its order is told when it ends otherwise than it had. Null for older ones.
alter table chain_payout add column order_id text;

grant select, insert, update, delete on chain_block to ${app_role};
grant select, insert on chain_operator_wallet, chain_release to ${app_role};
grant update on chain_swept to ${app_role};
