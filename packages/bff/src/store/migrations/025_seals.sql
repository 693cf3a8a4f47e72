-- What shows that the books were not altered behind the program's back, by whoever has the database. Journals are sealed
-- in batches, seconds after they were written and not by their writers: of each journal a mark is kept, and one of each
-- of its lines; each batch is hashed together with the one before. The chain is one, and its seals name their day: who
-- keeps a day's last hash elsewhere can prove all that came before it.

-- Journals that no seal has yet. Rows are seen here once they are committed, so none is passed over.
create table journal_unsealed (journal_id text not null);

create table ledger_seal (
  number int8 primary key check (number >= 1),
  day date not null,
  journals int4 not null check (journals >= 1),
  -- Of the hash before, the number, the day, and the marks of the journals in the order of their ids.
  hash bytea not null
);

create table sealed_journal (
  seal int8 not null,
  journal_id text not null,
  -- 16 bytes for the journal's own row, then 16 for each of its lines.
  marks bytea not null,
  primary key (seal, journal_id)
);

create function journal_is_unsealed() returns trigger
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
begin
  insert into journal_unsealed select id from added;
  return null;
end $$;

create trigger journal_waits_for_seal after insert on journal
  referencing new table as added for each statement execute function journal_is_unsealed();
insert into journal_unsealed select id from journal;

create function mark_of(content text) returns bytea language sql immutable parallel safe
  return substr(sha256(convert_to(content, 'UTF8')), 1, 16);

-- The journals as they stand now: their marks, and whether their lines are those that their digest was made of when they
-- were written. A line whose account is gone has no mark.
create view journal_mark as
select j.id as journal_id,
  mark_of(concat_ws(E'\x1f', j.id, j.kind, j.reference, coalesce(j.resolves, ''), j.lines, encode(j.digest, 'hex'),
    (extract(epoch from j.posted_at) * 1000000)::int8)) || coalesce(lines.marks, ''::bytea) as marks,
  j.digest = sha256(convert_to((
    jsonb_build_object(
      'id', j.id, 'kind', j.kind, 'reference', j.reference, 'postings', coalesce(lines.given, '[]'::jsonb))
    || case when j.resolves is null then '{}'::jsonb else jsonb_build_object('resolves', j.resolves) end
  )::text, 'UTF8')) as is_as_written
from journal j,
  lateral (
    select
      string_agg(
        mark_of(concat_ws(E'\x1f', p.line, a.asset, p.layer, p.units, a.name)), ''::bytea order by p.line
      ) as marks,
      -- Lines that were not asked for but taken back from a hold stand first.
      jsonb_agg(
        jsonb_build_object('account', a.name, 'asset', a.asset, 'layer', p.layer, 'units', p.units::text)
        order by p.line
      ) filter (where p.line > held.lines) as given
    from posting p join account a on a.id = p.account_id,
      (select count(*) as lines from posting h where h.journal_id = j.resolves and h.layer = 'pending') held
    where p.journal_id = j.id
  ) lines;

-- Seals at most so many journals that wait for it, and says how many it were.
create function seal_journals(at timestamptz, most int4) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  sealed int4;
begin
  if not exists (select from journal_unsealed) then
    return 0;
  end if;
  -- Of two who seal at once the later goes on where the other ended.
  perform pg_advisory_xact_lock(hashtextextended('seal_journals', 0));
  with taken as (
    delete from journal_unsealed where ctid = any (array(select ctid from journal_unsealed limit most))
    returning journal_id
  ),
  last as (
    select coalesce(max(number), 0) as number, (select hash from ledger_seal order by number desc limit 1) as hash
    from ledger_seal
  ),
  marked as materialized (
    select journal_id,
      coalesce((select m.marks from journal_mark m where m.journal_id = taken.journal_id), ''::bytea) as marks
    from taken
  ),
  kept as (
    insert into sealed_journal select last.number + 1, marked.journal_id, marked.marks from last, marked
  ),
  seal as (
    insert into ledger_seal (number, day, journals, hash)
    select last.number + 1, (at at time zone 'UTC')::date, count(*), sha256(
        coalesce(last.hash, ''::bytea) || int8send(last.number + 1)
        || convert_to((at at time zone 'UTC')::date::text, 'UTF8')
        || string_agg(marked.marks, ''::bytea order by marked.journal_id collate "C")
      )
    from last, marked group by last.number, last.hash
    returning journals
  )
  select journals into sealed from seal;
  return coalesce(sealed, 0);
end $$;

create trigger ledger_seal_stays before update or delete or truncate on ledger_seal
  for each statement execute function refuse_change();
create trigger sealed_journal_stays before update or delete or truncate on sealed_journal
  for each statement execute function refuse_change();

revoke all on function seal_journals(timestamptz, int4) from public;
grant execute on function seal_journals(timestamptz, int4) to ${app_role};
grant select on journal_mark, journal_unsealed, ledger_seal, sealed_journal to ${app_role};
