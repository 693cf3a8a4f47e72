-- Functions that find their rows by key are not compiled (jit), whoever calls them: a server that has much to do spent seconds on
-- compiling each batch of seals. Programs switch it off for their sessions; those of a version before, a session behind a pooler
-- and the command line do not.
do $$
declare
  planned regprocedure;
begin
  for planned in
    select oid from pg_proc where pronamespace = current_schema()::regnamespace and proconfig @> '{enable_seqscan=off}'
  loop
    execute format('alter function %s set jit = off', planned);
  end loop;
end $$;
