-- The same for tables that programs write to: no row is read while writers wait.

create unique index concurrently if not exists order_request_next on orders (request_id) where request_id is not null;

alter table orders drop constraint if exists order_request_once;
drop index if exists order_request_once;
alter index order_request_next rename to order_request_once;
