-- Lists of a partner's orders, newest first, whose total is exact and whose every page costs the same, while placing an
-- order waits for no other:
--
--   * Placing an order adds a row to order_uncounted, and touches no row that another order touches.
--   * count_orders, which the exchange calls every second, takes those rows away and counts their orders into
--     milestones: for every few hundred orders of a partner, how many are older.
--   * A list is one statement. So it sees each order either counted or uncounted, never both, whatever clock the
--     order's time came from and however late it was committed. How many orders are older than any moment is said by
--     the milestone before it, the uncounted orders before that, and the few hundred orders in between.

create index orders_list on orders (partner_id, created_at, id);

create table order_uncounted (
  partner_id text not null,
  created_at timestamptz not null,
  order_id text not null,
  primary key (partner_id, created_at, order_id)
);

-- The first of a partner's milestones is older than any order; each other one stands at an order.
create table order_milestone (
  partner_id text not null references partner,
  created_at timestamptz not null,
  order_id text not null,
  older int8 not null,                       -- counted orders of the partner before it
  orders int8 not null,                      -- counted orders from it up to the next
  primary key (partner_id, created_at, order_id)
);
create index order_milestone_older on order_milestone (partner_id, older);

insert into order_uncounted (partner_id, created_at, order_id) select partner_id, created_at, id from orders;

-- The settings of these functions, and that each asks for an order, leave the planner no way but the indexes above,
-- whatever it believes to know of the tables: with statistics that are missing or old it would read thousands of orders
-- for fifty.

-- orders_before(partner, moment) says how many orders of a partner were created before a moment.

create function orders_before(partner text, moment timestamptz) returns int8
  language plpgsql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  near_at timestamptz := '-infinity';
  near_id text := '';
  near_older int8 := 0;
  late int8;
  between_them int8;
begin
  select created_at, order_id, older into near_at, near_id, near_older from order_milestone
  where partner_id = partner and created_at < moment
  order by created_at desc, order_id desc limit 1;
  if not found then
    near_at := '-infinity'; near_id := ''; near_older := 0;
  end if;
  select count(*) into late from order_uncounted
  where partner_id = partner and (created_at, order_id) < (near_at, near_id);
  select count(*) into between_them from (
    select from orders
    where partner_id = partner and (created_at, id) >= (near_at, near_id) and created_at < moment
    order by created_at, id
  ) o;
  return near_older + late + between_them;
end $$;

-- list_start(partner, total, skipped) finds where a page begins that leaves out so many of the newest orders: among
-- the orders before a milestone, of which so many are left out still.

create function list_start(
  partner text, total int8, skipped int8, out before_at timestamptz, out before_id text, out still_skipped int8
)
  language plpgsql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  near_older int8;
  late int8;
begin
  select created_at, order_id, older into before_at, before_id, near_older from order_milestone
  where partner_id = partner and older >= total - skipped
  order by older limit 1;
  if not found then
    before_at := 'infinity'; before_id := ''; still_skipped := skipped;
    return;
  end if;
  select count(*) into late from order_uncounted
  where partner_id = partner and (created_at, order_id) < (before_at, before_id);
  still_skipped := skipped - (total - near_older - late);
end $$;

-- listed_orders(partner, since, before_at, before_id, skipped, most) gives a page: the newest orders before a place.

create function listed_orders(
  partner text, since timestamptz, before_at timestamptz, before_id text, skipped int8, most int4
)
  returns table (id text, partner_order_id text, created_at timestamptz)
  language plpgsql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select o.id, o.partner_order_id, o.created_at from orders o
    where o.partner_id = partner and o.created_at >= since and (o.created_at, o.id) < (before_at, before_id)
    order by o.created_at desc, o.id desc offset skipped limit most;
end $$;

-- count_orders(most) counts at most so many orders and says how many it was: none while another process counts.

create function count_orders(most int4) returns int4
  language plpgsql set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  -- Between two milestones are at least so many orders, and at most twice as many.
  stretch constant int8 := 256;
  batch order_uncounted[];
  -- The milestones before the orders of the batch, with how many of the batch each has.
  grown order_milestone[];
  long order_milestone;
  next order_milestone;
  place int8;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('${schema}.count_orders', 0)) then
    return 0;
  end if;
  with taken as (
    delete from order_uncounted where ctid = any (array(
      select ctid from order_uncounted order by partner_id, created_at, order_id limit most
    ))
    returning order_uncounted
  )
  select array_agg(order_uncounted) into batch from taken;
  if batch is null then
    return 0;
  end if;

  insert into order_milestone (partner_id, created_at, order_id, older, orders)
  select distinct partner_id, '-infinity'::timestamptz, '', 0, 0 from unnest(batch)
  on conflict do nothing;

  select array_agg(row(partner_id, created_at, order_id, older, more)::order_milestone) into grown from (
    select m.partner_id, m.created_at, m.order_id, m.older, count(*) as more
    from unnest(batch) b cross join lateral (
      select * from order_milestone
      where partner_id = b.partner_id and (created_at, order_id) < (b.created_at, b.order_id)
      order by created_at desc, order_id desc limit 1
    ) m
    group by m.partner_id, m.created_at, m.order_id, m.older
  ) each;

  update order_milestone m set orders = m.orders + g.orders
  from unnest(grown) g
  where (m.partner_id, m.created_at, m.order_id) = (g.partner_id, g.created_at, g.order_id);

  -- An order that is older than a milestone came late: as a rule there is none.
  update order_milestone m set older = m.older + late.orders
  from (
    select n.partner_id, n.created_at, n.order_id, sum(g.orders) as orders
    from unnest(grown) g join order_milestone n
      on n.partner_id = g.partner_id and (n.created_at, n.order_id) > (g.created_at, g.order_id)
    group by n.partner_id, n.created_at, n.order_id
  ) late
  where (m.partner_id, m.created_at, m.order_id) = (late.partner_id, late.created_at, late.order_id);

  -- A stretch that is too long now is walked along, and gets milestones of its own. Whether an order on the way is
  -- counted is looked up by its key: a join would read all the uncounted ones for each, where it takes them for few.
  for long in
    select m.* from unnest(grown) g join order_milestone m
      on (m.partner_id, m.created_at, m.order_id) = (g.partner_id, g.created_at, g.order_id)
    where m.orders > 2 * stretch
  loop
    place := 0;
    for next in
      select partner_id, created_at, id, long.older, long.orders from orders
      where partner_id = long.partner_id and (created_at, id) >= (long.created_at, long.order_id)
        and (
          select order_id from order_uncounted u
          where (u.partner_id, u.created_at, u.order_id) = (orders.partner_id, orders.created_at, orders.id)
        ) is null
      order by created_at, id
    loop
      if place > 0 and place % stretch = 0 then
        update order_milestone set orders = stretch
        where partner_id = next.partner_id and older = long.older + place - stretch;
        insert into order_milestone (partner_id, created_at, order_id, older, orders)
        values (next.partner_id, next.created_at, next.order_id, long.older + place, long.orders - place);
        exit when long.orders - place <= 2 * stretch;
      end if;
      place := place + 1;
    end loop;
  end loop;
  return cardinality(batch);
end $$;

grant select, insert, delete on order_uncounted to ${app_role};
grant select, insert, update on order_milestone to ${app_role};
