-- Placing an order looks at fewer things that cannot be otherwise.
--
-- A foreign key locks the row it names, once for each row that names it. Every order of a partner named the partner four
-- times over, so that all of them wrote to that one row. Partners and orders are never removed, which is refused from now
-- on, and whoever writes an order has read its partner; what follows from an order is written with it, in one statement
-- that takes its id from the order itself.

create trigger partner_stays before delete or truncate on partner
  for each statement execute function refuse_rewrite();
create trigger orders_stay before delete or truncate on orders
  for each statement execute function refuse_rewrite();

alter table partner_order_claim drop constraint partner_order_claim_partner_id_fkey;
alter table orders drop constraint orders_partner_id_fkey;
alter table callback drop constraint callback_partner_id_fkey, drop constraint callback_order_id_fkey;
alter table order_event drop constraint order_event_order_id_fkey;

-- Each check is read anew by each statement: one says what six said.
alter table orders drop constraint orders_payin_units_check, drop constraint orders_payout_units_check,
  drop constraint orders_rate_check, drop constraint orders_payin_fee_units_check,
  drop constraint orders_margin_fee_units_check, drop constraint orders_payout_fee_units_check,
  add constraint orders_amounts check (
    least(payin_units, payout_units, rate) > 0
    and least(payin_fee_units, margin_fee_units, payout_fee_units) >= 0
  );
