-- Tables that grow with every order may be divided into partitions by month, by the command "partitions convert"; until
-- then they stay as they are, and nothing here changes that.

-- Makes the partitions that each divided table needs until two months after the month of this time, and says how many it
-- made. Each new one begins where the last one ends, so that there is no gap. Whoever adds rows is not kept waiting.
create function make_partitions(at timestamptz) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  divided record;
  bound timestamptz;
  part text;
  made int4 := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('make_partitions', 0));
  for divided in
    select c.relname as name, max(substring(pg_get_expr(p.relpartbound, p.oid) from $to$TO \('([^']+)'\)$to$)::timestamptz)
      as ends_at
    from pg_class c join pg_inherits i on i.inhparent = c.oid join pg_class p on p.oid = i.inhrelid
    where c.relnamespace = '${schema}'::regnamespace and c.relkind = 'p'
    group by c.relname
  loop
    bound := divided.ends_at;
    while bound < date_trunc('month', at) + interval '3 months' loop
      part := divided.name || to_char(bound, '_YYYY_MM');
      execute format('create table %I (like %I including all)', part, divided.name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        divided.name, part, bound, bound + interval '1 month');
      bound := bound + interval '1 month';
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- A conversion that was broken off has left a constraint behind, by which its table takes no rows of a later time. Removes
-- those whose time is less than a week away, and says how many.
create function call_off_conversions(at timestamptz) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  left_over record;
  called_off int4 := 0;
begin
  for left_over in
    select c.relname, n.conname from pg_constraint n join pg_class c on c.oid = n.conrelid
    where n.connamespace = '${schema}'::regnamespace and n.contype = 'c' and not c.relispartition
      and n.conname ~ ('^' || c.relname || '_before_\d{4}_\d{2}$')
      and to_date(substring(n.conname from '_before_(\d{4}_\d{2})$'), 'YYYY_MM') < at + interval '7 days'
  loop
    execute format('alter table %I drop constraint %I', left_over.relname, left_over.conname);
    called_off := called_off + 1;
  end loop;
  return called_off;
end $$;

revoke all on function make_partitions(timestamptz), call_off_conversions(timestamptz) from public;
grant execute on function make_partitions(timestamptz), call_off_conversions(timestamptz) to ${app_role};
