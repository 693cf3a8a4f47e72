import { Client } from 'pg'

/*
 * A test's database can be made as new for the next: its rows go, those that the migrations put there come back, and
 * what numbers rows begins where it began. What a test does to the tables themselves is noted, and not undone.
 */

/**
 * Makes a prepared database as new, by a session that is a replica, and says how many rows went; null where it is not, since
 * its tables were changed.
 */
export const RESET = 'select fresh.reset() as gone'

/** Prepares a database that has all of its migrations. @param url its address for a superuser */
export async function prepareReset(url: string, schema: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(preparation(schema))
  } finally {
    await client.end()
  }
}

function preparation(schema: string): string {
  return `
    create schema fresh;
    create table fresh.change (command text not null);
    create function fresh.note() returns event_trigger security definer language plpgsql as
      $$ begin insert into fresh.change values (tg_tag); end $$;

    do $prepare$
      declare
        steps text := '';
        each record;
        has_rows boolean;
      begin
        for each in
          select c.relname, format('%I.%I', '${schema}', c.relname) as name, string_agg(quote_ident(attname), ', ') as columns
          from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
          where relnamespace = '${schema}'::regnamespace and relkind = 'r'
          group by c.oid
        loop
          -- Nobody counts the rows meanwhile: a plan made by the count of an emptied table reads it whole when it is full.
          execute format('alter table %s set (autovacuum_enabled = off)', each.name);
          execute format('select exists (select from %s)', each.name) into has_rows;
          if has_rows then
            execute format('create table fresh.%I as table %s', each.relname, each.name);
            steps := steps || format('if exists (table %s except all table fresh.%I) or exists (table fresh.%2$I except all table %1$s) then ',
              each.name, each.relname);
          end if;
          steps := steps || format('delete from %s; get diagnostics gone = row_count; all_gone := all_gone + gone; ', each.name);
          if has_rows then
            steps := steps || format('insert into %s (%s) overriding system value select %2$s from fresh.%I; end if; ',
              each.name, each.columns, each.relname);
          end if;
        end loop;
        for each in select *, format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = '${schema}' loop
          steps := steps || format('perform setval(%L, %s, %L); ',
            each.name, coalesce(each.last_value, each.start_value), each.last_value is not null);
        end loop;
        execute format('create function fresh.reset() returns int8 language plpgsql as %L',
          'declare gone bigint; all_gone bigint := 0; begin
             if exists (select from fresh.change) then return null; end if; ' || steps || '
             return all_gone; end');
      end
    $prepare$;

    create event trigger notes_changes on ddl_command_end execute function fresh.note();`
}
