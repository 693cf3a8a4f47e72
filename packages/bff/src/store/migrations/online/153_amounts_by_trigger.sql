-- The same, but the strongest lock is taken first: a statement that has read orders and writes them next would wait for the
-- trigger's lock while the constraint's waits for it, and PostgreSQL would end it at once.

alter table orders drop constraint if exists orders_amounts;
create or replace function check_order_amounts() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  if least(new.payin_units, new.payout_units, new.rate) > 0
    and least(new.payin_fee_units, new.margin_fee_units, new.payout_fee_units) >= 0
  then
    return new;
  end if;
  raise exception 'an order''s amounts and rate are above zero, and no fee is below'
    using errcode = 'check_violation', schema = '${schema}', table = 'orders', constraint = 'orders_amounts';
end $$;
create or replace trigger orders_amounts before insert or update on orders for each row execute function check_order_amounts();
