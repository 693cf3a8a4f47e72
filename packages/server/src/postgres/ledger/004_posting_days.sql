-- Each line has the day of its journal, in UTC, so that the lines may be divided by month and those of a journal are found
-- in one month. Lines of before have no day: theirs is -infinity, which costs no change of a row. A program of before goes
-- on as it was: it writes by post_journals, which is replaced here.
alter table posting add column posted_on date not null default '-infinity';

-- A line stands in a place that its journal has kept for it, and has its day. One without a day is of a call that began
-- before this.
create or replace function check_postings() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  if exists (
    select from added where (
      select lines >= added.line and added.posted_on in ('-infinity', (posted_at at time zone 'UTC')::date)
      from journal where id = added.journal_id
    ) is not true
  ) then
    raise exception 'a posting names no line of its journal'
      using errcode = 'foreign_key_violation', constraint = 'posting_belongs';
  end if;
  return null;
end $$;

-- As before, but lines are looked for in the month of their journal.
create or replace function check_journal() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
declare
  found_lines int8;
  is_known bool;
  is_even bool;
  held_on date;
begin
  select coalesce(sum(lines), 0), bool_and(asset is not null), bool_and(units = 0)
  into found_lines, is_known, is_even
  from (
    select count(*) as lines, (select asset from account where id = account_id) as asset, sum(units) as units
    from posting
    where journal_id = new.id and posted_on in ('-infinity', (new.posted_at at time zone 'UTC')::date)
    group by 2, layer
  ) summed;
  if found_lines <> new.lines then
    raise exception 'journal % does not have its % lines', new.id, new.lines
      using errcode = 'check_violation', constraint = 'journal_is_complete';
  end if;
  if not is_known then
    raise exception 'a posting of journal % names no known account', new.id
      using errcode = 'foreign_key_violation', constraint = 'posting_belongs';
  end if;
  if not is_even then
    raise exception 'journal % does not sum to zero', new.id
      using errcode = 'check_violation', constraint = 'journal_sums_to_zero';
  end if;
  if new.resolves is null then
    return null;
  end if;
  held_on := (select (posted_at at time zone 'UTC')::date from journal where id = new.resolves);
  if (select resolves from journal where id = new.resolves) is not null
    or (
      select count(*) filter (where layer = 'pending') from posting
      where journal_id = new.resolves and posted_on in ('-infinity', held_on)
    ) = 0
    or exists (
      select from (
        select account_id, layer, units from posting
        where journal_id in (new.id, new.resolves)
          and posted_on in ('-infinity', held_on, (new.posted_at at time zone 'UTC')::date) offset 0
      ) lines
      where layer = 'pending' group by account_id having sum(units) <> 0
    )
  then
    raise exception 'journal % does not take back the hold %', new.id, new.resolves
      using errcode = 'check_violation', constraint = 'journal_resolves_hold';
  end if;
  return null;
end $$;

create or replace function post_journals(journals jsonb, at timestamptz) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  given jsonb;
  given_id text;
  held_by text;
  held_on date;
  day date := (at at time zone 'UTC')::date;
  given_digest bytea;
  accounts int8[];
  lines_before int4 := 0;
  lines_given int4;
  lines_held int4;
  added int4 := 0;
begin
  loop
    accounts := array(
      select (
        select id from account
        where account.name = line.value->>'account' and account.asset = line.value->>'asset'
      )
      from jsonb_array_elements(journals) with ordinality as asked (value, place),
        jsonb_array_elements(asked.value->'postings') with ordinality as line (value, place)
      order by asked.place, line.place
    );
    exit when array_position(accounts, null) is null;
    -- All of them first and in one order, so that two callers who open the same accounts cannot wait for each other.
    insert into account (name, asset)
    select distinct line.account, line.asset
    from jsonb_array_elements(journals) as asked (value),
      jsonb_to_recordset(asked.value->'postings') as line (account text, asset text)
    where (select id from account where account.name = line.account and account.asset = line.asset) is null
    order by line.account, line.asset
    on conflict do nothing;
  end loop;

  for place in 0 .. jsonb_array_length(journals) - 1 loop
    given := journals->place;
    given_id := given->>'id';
    held_by := given->>'resolves';
    given_digest := sha256(convert_to(given::text, 'UTF8'));
    lines_given := jsonb_array_length(given->'postings');
    lines_held := 0;
    if held_by is not null then
      held_on := (select (posted_at at time zone 'UTC')::date from journal where id = held_by);
      lines_held := (
        select count(*) filter (where layer = 'pending') from posting
        where journal_id = held_by and posted_on in ('-infinity', held_on)
      );
    end if;

    insert into journal (id, kind, reference, resolves, lines, digest, posted_at)
    values (
      given_id, given->>'kind', given->>'reference', held_by, lines_held + lines_given, given_digest, at
    )
    on conflict (id) do nothing;

    if found then
      if lines_held = 0 then
        insert into posting (journal_id, line, account_id, layer, units, posted_on)
        select given_id, line.place, accounts[lines_before + line.place], line.value->>'layer',
          (line.value->>'units')::numeric, day
        from jsonb_array_elements(given->'postings') with ordinality as line (value, place);
      else
        insert into posting (journal_id, line, account_id, layer, units, posted_on)
        select given_id, row_number() over (order by held.line), held.account_id, held.layer, -held.units, day
        from (
          select line, account_id, layer, units from posting
          where journal_id = held_by and posted_on in ('-infinity', held_on) offset 0
        ) held
        where held.layer = 'pending'
        union all
        select given_id, lines_held + line.place, accounts[lines_before + line.place], line.value->>'layer',
          (line.value->>'units')::numeric, day
        from jsonb_array_elements(given->'postings') with ordinality as line (value, place);
      end if;
      added := added + 1;
    elsif (select digest from journal where id = given_id) <> given_digest then
      raise exception 'journal % is there with other content', given_id
        using errcode = 'unique_violation', constraint = 'journal_same_content';
    end if;
    lines_before := lines_before + lines_given;
  end loop;
  return added;
end $$;
