-- Balances of clients and partners stand in the ledger, on accounts named balance:client:<id> and balance:partner:<id>.
-- What stands there is what we owe them, below zero; a reservation is a hold. Whoever writes, and however many at once,
-- no line may leave such an account with more taken or reserved than there was: of two who would spend the same money
-- the later waits for the earlier here, and then sees what it has left.

create function check_balances() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
declare
  spent int8;
begin
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

create trigger posting_is_covered after insert on posting
  referencing new table as added for each statement execute function check_balances();

alter table orders
  add column balance_state text,             -- of a withdrawal: what became of the amount that was reserved
  add column wrong_codes int2,
  add column child_id text unique,           -- of a merchant order that is settled to its partner's balance
  add column child_units numeric(38, 0),
  add column child_currency text;

-- The code of a withdrawal, and the callback that brings it to the partner. Both are forgotten when the code is over.
create table withdrawal_code (
  order_id text primary key references orders,
  uuid text not null unique,
  code_hash bytea,
  callback_id text not null,
  body_sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'acknowledged', 'failed')),
  why text,
  expires_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int4 not null default 0
);
create index withdrawal_code_due_at on withdrawal_code (due_at) where due_at is not null;

alter table partner add column settlement text not null default 'address' check (settlement in ('address', 'balance'));

-- What the operator did about a partner, by whom and why. Only added to.
create table partner_act (
  id text primary key,
  partner_id text not null references partner,
  act text not null,
  detail jsonb not null,
  reason text not null,
  actor text not null,
  at timestamptz not null
);
create trigger partner_act_stays before update or delete or truncate on partner_act
  for each statement execute function refuse_rewrite();

grant select, insert, update on withdrawal_code to ${app_role};
grant select, insert on partner_act to ${app_role};
