-- A partner's callbacks as a feed that it reads at its own pace. An event has its number from the first reader that
-- comes after its transaction was committed: a reader that has seen a number has seen all before it, which a sequence
-- could not promise, as of two who take a number the later may commit first.

alter table partner add column last_event int8 not null default 0;
alter table callback add column event int8;
create index callback_event on callback (partner_id, event) where event is not null;
create index callback_without_event on callback (partner_id, created_at) where event is null;

alter table withdrawal_code add column event int8, add column reader text;
create index withdrawal_code_event on withdrawal_code (reader, event) where event is not null;
create index withdrawal_code_without_event on withdrawal_code (expires_at) where event is null;

-- Numbers at most so many of a partner's callbacks of the time since then, oldest first and each order's in their order,
-- and says how many it were.
create function number_events(asking text, since timestamptz, most int4) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  last int8;
  numbered int4;
begin
  -- Of two readers the later waits here, and then sees what the other has numbered.
  select last_event into last from partner where id = asking for no key update;
  with waiting as (
    select 'callback' as kind, id, order_id, seq, created_at
    from callback where partner_id = asking and event is null and created_at >= since
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
  given as materialized (
    select kind, id, last + row_number() over (order by at, order_id, seq) as number
    from timed order by at, order_id, seq limit most
  ),
  of_callbacks as (
    update callback set event = given.number from given where given.kind = 'callback' and callback.id = given.id
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

revoke all on function number_events(text, timestamptz, int4) from public;
grant execute on function number_events(text, timestamptz, int4) to ${app_role};
