-- The same for tables that programs write to: no row is read while writers wait.

create unique index concurrently if not exists orders_child_id on orders (child_id) where child_id is not null;

create unique index concurrently if not exists orders_payout_id on orders (payout_id) where payout_id is not null;

alter table orders drop constraint if exists orders_child_id_key, drop constraint if exists orders_payout_id_key;

create index concurrently if not exists orders_client_next on orders (client_id, created_at) where client_id is not null;

drop index if exists orders_client;
alter index orders_client_next rename to orders_client;

alter table orders add column if not exists legal_notice_id bigint;

create index concurrently if not exists callback_listed_without_event on callback (partner_id, created_at, order_id, seq) where event is null;

create index concurrently if not exists callback_listed_with_event on callback (partner_id, created_at, order_id, seq) where event is not null;

drop index if exists callback_without_event, callback_listed;

create unique index concurrently if not exists partner_request_next on partner_request (partner_id, at, id);

alter table partner_request drop constraint partner_request_pkey,
  add constraint partner_request_pkey primary key using index partner_request_next;

drop index if exists partner_request_listed;
