-- The lines of the books may be divided by month, and those of old months archived.

-- As before, but the lines of a journal are looked for in its month, and its time is said.
create or replace view journal_mark as
select j.id as journal_id,
  mark_of(concat_ws(E'\x1f', j.id, j.kind, j.reference, coalesce(j.resolves, ''), j.lines, encode(j.digest, 'hex'),
    (extract(epoch from j.posted_at) * 1000000)::int8)) || coalesce(lines.marks, ''::bytea) as marks,
  j.digest = sha256(convert_to((
    jsonb_build_object(
      'id', j.id, 'kind', j.kind, 'reference', j.reference, 'postings', coalesce(lines.given, '[]'::jsonb))
    || case when j.resolves is null then '{}'::jsonb else jsonb_build_object('resolves', j.resolves) end
  )::text, 'UTF8')) as is_as_written,
  j.posted_at
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
      (
        select count(*) filter (where h.layer = 'pending') as lines
        from journal k join posting h
          on h.journal_id = k.id and h.posted_on in ('-infinity', (k.posted_at at time zone 'UTC')::date)
        where k.id = j.resolves
      ) held
    where p.journal_id = j.id and p.posted_on in ('-infinity', (j.posted_at at time zone 'UTC')::date)
  ) lines;

-- Whether a journal is not as its seal has it. One whose lines are archived, which those of before a time may be, has its own
-- mark alone: it holds the digest of the lines, by which the archive's file is proved.
create function is_altered(sealed bytea, found bytea, is_as_written bool, posted_at timestamptz, archived_before timestamptz)
  returns bool language sql immutable as $$
  select case when length(found) = 16 and posted_at < archived_before then found <> substr(sealed, 1, 16)
    else found is distinct from sealed or is_as_written is not true end
$$;

-- As those without a time, which programs of before use.
create function first_altered(after int8, last int8, archived_before timestamptz)
  returns table (journal_id text, sealed bytea, found bytea)
  language sql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
  select kept.journal_id, kept.marks, m.marks
  from ledger_seal s, unnest(s.journal_ids, s.marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where s.number > after and s.number <= last
    and is_altered(kept.marks, m.marks, m.is_as_written, m.posted_at, archived_before)
  order by s.number, kept.place limit 1
$$;

create function first_unlike(journal_ids text[], marks bytea[], archived_before timestamptz)
  returns table (journal_id text, sealed bytea, found bytea)
  language sql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
  select kept.journal_id, kept.marks, m.marks
  from unnest(journal_ids, marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where is_altered(kept.marks, m.marks, m.is_as_written, m.posted_at, archived_before)
  order by kept.place limit 1
$$;

-- How many lines of these journals are archived: all those of a journal of before that time which has none here.
create function archived_lines(journal_ids text[], archived_before timestamptz) returns int8
  language sql stable set search_path = ${schema}, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
  select coalesce(sum(j.lines), 0)::int8
  from unnest(journal_ids) as asked (id) join journal j on j.id = asked.id
  where j.posted_at < archived_before and not exists (
    select from posting p
    where p.journal_id = j.id and p.posted_on in ('-infinity', (j.posted_at at time zone 'UTC')::date)
  )
$$;
