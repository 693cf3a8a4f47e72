-- What the operator did that is about no order, partner or bank line, by whom and why. Only added to.
create table operator_act (
  id text primary key,
  act text not null,
  detail jsonb not null,
  -- Null where none was asked for and none given.
  reason text,
  actor text not null,
  at timestamptz not null
);
create index operator_act_act on operator_act (act, at);
create trigger operator_act_stays before update or delete or truncate on operator_act
  for each statement execute function refuse_rewrite();
grant select, insert on operator_act to ${app_role};
