-- Sealing costs those who write less than half of what it did.
--
-- What makes a mark is stable and not immutable, as convert_to is: only then does the planner write it into the statement
-- that uses it, in place of a call for each line.
alter function mark_of(text) stable;

-- A row of journal_unsealed for each journal, written as the owner, whom post_journals runs as: neither the transition
-- table of a statement nor a search path of its own is paid for.
create or replace function journal_is_unsealed() returns trigger language plpgsql as $$
begin
  insert into ${schema}.journal_unsealed (journal_id) values (new.id);
  return null;
end $$;

drop trigger journal_waits_for_seal on journal;
create trigger journal_waits_for_seal after insert on journal for each row execute function journal_is_unsealed();

-- What these look up they look up by key, one at a time, whatever the planner believes of the sizes of the books: a session
-- plans once, maybe while they were small, and after a large import nobody has counted yet.
alter function seal_journals(timestamptz, int4) set enable_hashjoin = off;
alter function seal_journals(timestamptz, int4) set enable_mergejoin = off;
alter function seal_journals(timestamptz, int4) set enable_material = off;

-- The first journal of the seals after one, up to another, that is not as it was sealed, or was not as it was written when
-- it was sealed.
create function first_altered(after int8, last int8) returns table (journal_id text, sealed bytea, found bytea)
  language sql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
  select k.journal_id, k.marks, m.marks
  from sealed_journal k left join journal_mark m on m.journal_id = k.journal_id
  where k.seal > after and k.seal <= last and (m.marks is distinct from k.marks or not m.is_as_written)
  order by k.seal, k.journal_id collate "C" limit 1
$$;
grant execute on function first_altered(int8, int8) to ${app_role};
