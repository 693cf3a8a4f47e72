-- A seal keeps the marks of its journals in its own row, in place of a row for each journal: that row and its two entries
-- in indexes were most of what sealing cost those who write.
alter table ledger_seal
  -- The ids in the order in which the marks were hashed, and what sealed_journal kept as the marks of each.
  add column journal_ids text[],
  add column marks bytea[],
  -- Hashes do not become smaller, and all is read whenever any is.
  alter column journal_ids set storage external,
  alter column marks set storage external;

alter table ledger_seal disable trigger ledger_seal_stays;
update ledger_seal set journal_ids = kept.journal_ids, marks = kept.marks
from (
  select seal, array_agg(journal_id order by journal_id collate "C") as journal_ids,
    array_agg(marks order by journal_id collate "C") as marks
  from sealed_journal group by seal
) kept
where kept.seal = number;
-- One whose journals somebody took away is still found: its hash does not follow from none.
update ledger_seal set journal_ids = '{}', marks = '{}' where journal_ids is null;
alter table ledger_seal enable trigger ledger_seal_stays;
alter table ledger_seal alter column journal_ids set not null, alter column marks set not null;

create or replace function seal_journals(at timestamptz, most int4) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp
  -- By key, one at a time, whatever the planner believes of the sizes of the books.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
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
    from taken order by journal_id collate "C"
  ),
  seal as (
    insert into ledger_seal (number, day, journals, journal_ids, marks, hash)
    select last.number + 1, (at at time zone 'UTC')::date, count(*), array_agg(marked.journal_id),
      array_agg(marked.marks), sha256(
        coalesce(last.hash, ''::bytea) || int8send(last.number + 1)
        || convert_to((at at time zone 'UTC')::date::text, 'UTF8') || string_agg(marked.marks, ''::bytea)
      )
    from last, marked group by last.number, last.hash
    returning journals
  )
  select journals into sealed from seal;
  return coalesce(sealed, 0);
end $$;

create or replace function first_altered(after int8, last int8)
  returns table (journal_id text, sealed bytea, found bytea)
  language sql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
  select kept.journal_id, kept.marks, m.marks
  from ledger_seal s, unnest(s.journal_ids, s.marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where s.number > after and s.number <= last and (m.marks is distinct from kept.marks or not m.is_as_written)
  order by s.number, kept.place limit 1
$$;

drop table sealed_journal;
