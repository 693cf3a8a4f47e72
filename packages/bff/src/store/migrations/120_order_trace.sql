-- The trace in which an order was placed, as W3C Trace Context writes it, while traces are made. It is kept before its
-- order is written, and is no part of it.
create table order_trace (
  order_id text primary key,
  traceparent text not null check (traceparent ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  at timestamptz not null
);
create index order_trace_at on order_trace (at);

grant select, insert, delete on order_trace to ${app_role};
