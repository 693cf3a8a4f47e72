-- As before, but that the lines of a hold are counted among all lines of its journal, by its key: with their layer in the
-- condition all lines of that layer could be read for each journal that is sealed or proved.
create or replace view journal_mark as
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
      (select count(*) filter (where h.layer = 'pending') as lines from posting h where h.journal_id = j.resolves) held
    where p.journal_id = j.id
  ) lines;
