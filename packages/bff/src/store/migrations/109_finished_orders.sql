-- How long orders of each way take is read from the last that finished.
create index orders_finished on orders (payin_group, payout_group, payout_currency, created_at)
  where status = 'finished';
