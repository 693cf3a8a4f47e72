-- Payments that were refused for good before anything was signed for them, since the node said that their place takes no
-- coins. Whoever signs or refuses a payment holds the wallet's row, so that each is signed or refused and never both: its
-- money goes back once it is refused.
create table chain_refusal (
  payout_id text primary key check (payout_id <> ''),
  reason text not null,
  refused_at timestamptz not null
);

grant select, insert on chain_refusal to ${app_role};
