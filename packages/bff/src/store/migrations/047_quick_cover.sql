-- Most journals take nothing from a balance, and that is seen without adding anything up.
create or replace function check_balances() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
declare
  spent int8;
begin
  if not exists (
    select from added where units > 0 and (select name from account where id = added.account_id) like 'balance:%'
  ) then
    return null;
  end if;
  for spent in
    select account_id from added
    where (select name from account where id = added.account_id) like 'balance:%'
    group by account_id having sum(units) > 0 order by account_id
  loop
    perform from account where id = spent for no key update;
    if (select sum(units) from posting where account_id = spent) > 0 then
      raise exception 'balance % is spent twice', (select name from account where id = spent)
        using errcode = 'check_violation', constraint = 'balance_is_enough';
    end if;
  end loop;
  return null;
end $$;
