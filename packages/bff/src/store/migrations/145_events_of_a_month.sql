-- Callbacks may be divided by month: events are numbered in the months that are asked for, and no other is looked at.
create or replace function number_events(asking text, since timestamptz, most int4) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  last int8;
  upto timestamptz;
  numbered int4;
begin
  -- Of two readers the later waits here, and then sees what the other has numbered.
  select last_event into last from partner where id = asking for no key update;
  select created_at + interval '1 minute' into upto from callback
    where partner_id = asking and event is null and created_at >= since
    order by created_at offset most limit 1;
  with waiting as (
    select 'callback' as kind, id, order_id, seq, created_at
    from callback
    where partner_id = asking and event is null and created_at between since and coalesce(upto, 'infinity')
    union all
    select 'code', w.order_id, w.order_id, 0, o.created_at
    from withdrawal_code w join orders o on o.id = w.order_id
    where w.event is null and w.expires_at >= since and o.partner_id = asking and o.created_at >= since
  ),
  -- Clocks of two processes may differ, and an order's news still come one after the other.
  timed as (
    select kind, id, order_id, seq,
      max(created_at) over (partition by order_id order by seq rows unbounded preceding) as at
    from waiting
  ),
  next as materialized (
    select * from timed order by at, order_id, seq limit most
  ),
  locked_callbacks as materialized (
    select id from callback
    where id = any (array(select id from next where kind = 'callback')) and created_at >= since
    for no key update skip locked
  ),
  locked_codes as materialized (
    select order_id from withdrawal_code
    where order_id = any (array(select id from next where kind = 'code')) for no key update skip locked
  ),
  busy as (
    select order_id from next
    where case kind when 'callback' then id not in (select id from locked_callbacks)
      else id not in (select order_id from locked_codes) end
  ),
  given as materialized (
    select kind, id, last + row_number() over (order by at, order_id, seq) as number
    from next where order_id not in (select order_id from busy)
  ),
  of_callbacks as (
    update callback set event = given.number from given where given.kind = 'callback' and callback.id = given.id
      and callback.created_at >= since
  ),
  of_codes as (
    update withdrawal_code w set event = given.number, reader = asking from given
    where given.kind = 'code' and w.order_id = given.id
  )
  select count(*) into numbered from given;
  if numbered > 0 then
    update partner set last_event = last + numbered where id = asking;
  end if;
  return numbered;
end $$;
