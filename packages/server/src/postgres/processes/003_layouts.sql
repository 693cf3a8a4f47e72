-- A layout is a form of the tables that programs of before must not work on. Each process says which layouts it knows. The
-- layouts that a database has stand behind the checksum of the first migration of processes: a program that does not know
-- them, of whatever age, finds that migration changed and does not start.
alter table process add column layouts text[] not null default '{}';

create function layouts_here() returns text[]
  language sql stable set search_path = ${schema}, pg_temp
as $$
  select coalesce((
    select (string_to_array(checksum, ' '))[2:] from migration where name = 'processes/001_process.sql'
  ), '{}')
$$;

-- Keeps every process away that does not know a layout, from the end of the transaction on.
create function require_layout(needed text) returns void
  language plpgsql set search_path = ${schema}, pg_temp
as $$
begin
  if needed = any (layouts_here()) then
    return;
  end if;
  -- No process begins meanwhile.
  lock table process in share row exclusive mode;
  if exists (select from process where needed <> all (layouts)) then
    raise exception 'A program that does not know % works on this database.', needed using errcode = 'CL001';
  end if;
  update migration set checksum = checksum || ' ' || needed where name = 'processes/001_process.sql';
end $$;
revoke all on function require_layout(text) from public;

create function process_knows_layouts() returns trigger
  language plpgsql set search_path = ${schema}, pg_temp
as $$
begin
  if not layouts_here() <@ new.layouts then
    raise exception 'This database has a layout that the program does not know.' using errcode = 'CL001';
  end if;
  return new;
end $$;
create trigger process_knows_layouts before insert on process
  for each row execute function process_knows_layouts();
