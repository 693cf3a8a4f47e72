-- What the operator did about money that came and that no order has, by whom and why.
create table owed_act (
  id text primary key,
  -- The bank's line that it came by, as the books call it.
  owed text not null,
  act text not null,
  reason text not null,
  actor text not null,
  at timestamptz not null
);
create index owed_act_owed on owed_act (owed, at);
create trigger owed_act_stays before update or delete or truncate on owed_act
  for each statement execute function refuse_rewrite();
grant select, insert on owed_act to ${app_role};
