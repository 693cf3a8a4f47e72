-- When the exchange first heard of a payment, which order data tells of each attempt to pay. It is not known of those before.

alter table deposit add column seen_at timestamptz;
alter table transfer add column seen_at timestamptz;
