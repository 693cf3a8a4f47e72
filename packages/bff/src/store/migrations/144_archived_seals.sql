-- Seals that were archived prove their journals from a file: the first journal that is not as its marks say.
create function first_unlike(journal_ids text[], marks bytea[])
  returns table (journal_id text, sealed bytea, found bytea)
  language sql stable set search_path = ${schema}, pg_temp
  -- By key, one at a time, whatever the planner believes of the sizes of the books.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
  select kept.journal_id, kept.marks, m.marks
  from unnest(journal_ids, marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where m.marks is distinct from kept.marks or not m.is_as_written
  order by kept.place limit 1
$$;
