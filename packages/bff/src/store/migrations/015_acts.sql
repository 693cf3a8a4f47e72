-- What the operator did about orders and what they owe, by whom and why. Only added to.
create table order_act (
  id text primary key,
  order_id text not null references orders,
  act text not null,
  reason text not null,
  actor text not null,
  at timestamptz not null
);
create index order_act_order on order_act (order_id, at);
create trigger order_act_stays before update or delete or truncate on order_act
  for each statement execute function refuse_rewrite();
grant select, insert on order_act to ${app_role};
