-- What an order was priced by, so that whenever it is priced again its fees are those it was placed with. The defaults
-- are what every order and quote before this was priced by.
alter table quote
  add column network_bps int4 not null default 120,
  add column service_bps int4 not null default 290,         -- what any discount has left of it
  add column spread_bps int4 not null default 50,
  add column transfer_eur_units numeric(38, 0) not null default 0;
alter table orders
  add column network_bps int4 not null default 120,
  add column service_bps int4 not null default 290,
  add column spread_bps int4 not null default 50,
  add column transfer_eur_units numeric(38, 0) not null default 0;

create temporary table standard_transfer (currency text primary key, eur_units numeric(38, 0)) on commit drop;
insert into standard_transfer values
  ('BTC', 150), ('LTC', 3), ('ETH', 80), ('USDT20', 80), ('USDC', 80), ('XRP', 1), ('EOS', 2), ('XLM', 1),
  ('USDTTRC20', 95);
-- The fee was rounded up, so the share that it says is never below the one it was taken by.
update quote q set service_bps = least(290, div(q.margin_fee_units * 10000, q.payin_units)),
  transfer_eur_units = t.eur_units
from standard_transfer t where t.currency = q.payout_currency;
update orders o set service_bps = least(290, div(o.margin_fee_units * 10000, o.payin_units)),
  transfer_eur_units = t.eur_units
from standard_transfer t where t.currency = o.payout_currency;
drop table standard_transfer;

alter table quote alter column network_bps drop default, alter column service_bps drop default,
  alter column spread_bps drop default, alter column transfer_eur_units drop default;
alter table orders alter column network_bps drop default, alter column service_bps drop default,
  alter column spread_bps drop default, alter column transfer_eur_units drop default;
