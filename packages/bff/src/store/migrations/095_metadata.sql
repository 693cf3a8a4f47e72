-- What a partner notes with its orders and clients. That of orders stands in a table of its own, so that its index is
-- written once and not with each change of the order. Programs of before keep none.
create table order_metadata (
  order_id text primary key references orders,
  metadata jsonb not null
);
create index order_metadata_holds on order_metadata using gin (metadata jsonb_path_ops);
grant select, insert on order_metadata to ${app_role};

alter table client_account add column metadata jsonb;
