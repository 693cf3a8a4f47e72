-- Each row of an order's creation stands in fewer indexes, since half of what a new order costs is the writing of them.

-- Most orders have no client, none has a child or a payout when it is placed, and none is looked for by that.
alter table orders drop constraint orders_child_id_key, drop constraint orders_payout_id_key;
create unique index orders_child_id on orders (child_id) where child_id is not null;
create unique index orders_payout_id on orders (payout_id) where payout_id is not null;
drop index orders_client;
create index orders_client on orders (client_id, created_at) where client_id is not null;

-- The legal notice that an order was placed under stands in its own row. Orders of before, and those that a program of
-- before places, have it in order_legal_notice.
alter table orders add column legal_notice_id bigint;

-- A callback is listed by one of two indexes: with an event's number, or without one yet, where it waits for one as well.
create index callback_listed_without_event on callback (partner_id, created_at, order_id, seq) where event is null;
create index callback_listed_with_event on callback (partner_id, created_at, order_id, seq) where event is not null;
drop index callback_without_event;
drop index callback_listed;

-- A request is found by what it is listed by.
alter table partner_request drop constraint partner_request_pkey, add primary key (partner_id, at, id);
drop index partner_request_listed;
