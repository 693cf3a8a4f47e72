-- How many SALEs and how many declines a merchant may have: null is the platform's own number of SALEs a second, and any
-- number of declines.
alter table merchant
  add column sales_per_second int check (sales_per_second > 0),
  add column declines_per_hour int check (declines_per_hour > 0),
  add column declines_per_day int check (declines_per_day > 0);

-- Tells a card from others for its merchant alone; null for a published test card.
alter table fields_session add column card_fingerprint text;

-- The part of payer_ip that one customer has; null in rows of the version before.
alter table transaction add column payer_network text;
create index transaction_declined_email on transaction (merchant_id, lower(payer_email), created_at)
  where state = 'declined';
create index transaction_declined_network on transaction (merchant_id, payer_network, created_at)
  where state = 'declined';
