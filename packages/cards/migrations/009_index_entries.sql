-- A row that changes in a column that an index goes by, or is chosen by, gets one more entry in every index of its table.
-- What becomes of an accepted SALE (capturing, settled, reversed, refunded) is its state, which therefore is in none of
-- them: a declined transaction is known by its reason, and one that was charged back by its amount.
alter table transaction
  add constraint transaction_declined_reason check ((state = 'declined') = (decline_reason is not null)),
  add constraint transaction_charged_back_units check ((state = 'charged_back') = (charged_back > 0));

-- A fingerprint is of the whole request, whose client_key and order_id need not stand beside it. Orders that are numbered
-- leave the pages of an index by order_id half empty, and such an index twice as large.
drop index transaction_request;
create unique index transaction_request on transaction (fingerprint);
-- What was declined is found by its order as well, and is nothing that another could be the second of.
drop index transaction_order;
create unique index transaction_order
  on transaction (merchant_id, order_id, (case when decline_reason is null then true end));

drop index transaction_declined_email;
create index transaction_declined_email on transaction (merchant_id, lower(payer_email), created_at)
  where decline_reason is not null;
drop index transaction_declined_network;
create index transaction_declined_network on transaction (merchant_id, payer_network, created_at)
  where decline_reason is not null;
drop index transaction_charged_back;
create index transaction_charged_back on transaction (created_at) where charged_back > 0;
