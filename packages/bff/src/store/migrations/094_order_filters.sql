-- Lists of a partner's orders by status, client, time or change, and the report. When an order last changed is null for
-- those that have not changed since this migration, which then goes by when they were created; so does what a program of
-- before still places.
alter table orders add column updated_at timestamptz;
create index orders_by_status on orders ((partner_id || ' ' || status), created_at, id);
create index orders_by_update on orders (partner_id, coalesce(updated_at, created_at), id);

-- filtered_orders(...) gives the orders after a place: by last change, oldest first, where `changed_since` is given;
-- otherwise newest first, of one client or of one status where that is given. Each way is in the order of one index and
-- of no other, and the settings leave the planner no way but the indexes, as in 003_lists.sql.

create function filtered_orders(
  partner text, of_client text, of_status text, since timestamptz, until timestamptz, changed_since timestamptz,
  place_at timestamptz, place_id text, most int4
)
  returns table (
    id text, partner_order_id text, created_at timestamptz, changed_at timestamptz, status text, client_id text
  )
  language plpgsql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  set plan_cache_mode = force_generic_plan as $$
begin
  if changed_since is not null then
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.partner_id = partner and coalesce(o.updated_at, o.created_at) >= changed_since
        and (coalesce(o.updated_at, o.created_at), o.id) > (place_at, place_id)
      order by coalesce(o.updated_at, o.created_at), o.id limit most;
  elsif of_client is not null then
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.client_id = of_client and o.created_at >= since and o.created_at < until
        and (o.created_at, o.id) < (place_at, place_id)
      order by o.created_at desc, o.id desc limit most;
  elsif of_status is not null then
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.partner_id || ' ' || o.status = partner || ' ' || of_status
        and o.created_at >= since and o.created_at < until and (o.created_at, o.id) < (place_at, place_id)
      order by o.created_at desc, o.id desc limit most;
  else
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.partner_id = partner and o.created_at >= since and o.created_at < until
        and (o.created_at, o.id) < (place_at, place_id)
      order by o.created_at desc, o.id desc limit most;
  end if;
end $$;
