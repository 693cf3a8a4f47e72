-- A check of a table is parsed anew by each statement that writes one of its rows: that of an order's amounts took a tenth of
-- what PostgreSQL does to place an order, and again of each change of it. A trigger, which is parsed once by each session, refuses
-- the same rows by the same name.
create function check_order_amounts() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  if least(new.payin_units, new.payout_units, new.rate) > 0
    and least(new.payin_fee_units, new.margin_fee_units, new.payout_fee_units) >= 0
  then
    return new;
  end if;
  raise exception 'an order''s amounts and rate are above zero, and no fee is below'
    using errcode = 'check_violation', schema = '${schema}', table = 'orders', constraint = 'orders_amounts';
end $$;

create trigger orders_amounts before insert or update on orders for each row execute function check_order_amounts();
alter table orders drop constraint orders_amounts;
