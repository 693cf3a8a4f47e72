-- Double entry, kept so that it cannot be kept wrongly:
--
--   * Nothing is ever changed. A posting is written once; what was wrong is put right by another journal.
--   * Every journal sums to zero, per asset and per layer. The database says so at commit, whoever wrote it.
--   * A balance is a sum over an index and stands in no row. So postings to one account by a thousand orders at once
--     wait for nobody, and a house account that is in every order is no hotter than any other.
--
-- Units are minor units of the account's asset. Above zero is a debit, below zero a credit.
--
-- Layers: `posted` is what has happened; `pending` is what is held for what may happen. A hold is a journal with
-- pending lines. A later journal `resolves` it: it takes all its pending lines back, and adds posted lines for the
-- part that did happen (a capture), or none (a void). A hold is resolved at most once.
--
--   hold      order:7:hold  +100 pending     buyer:9  -100 pending
--   capture   order:7:hold  -100 pending     buyer:9  +100 pending      (written by post_journals itself)
--             card:receivable +60 posted     buyer:9   -60 posted       (given; the other 40 are released)

create table account (
  id int8 generated always as identity primary key,
  name text not null check (name <> ''),
  asset text not null check (asset <> ''),
  unique (name, asset)
);

create table journal (
  id text primary key check (id <> ''),
  kind text not null,
  reference text not null,
  resolves text unique references journal (id) check (resolves <> id),
  -- How many lines it has. They are numbered from 1, so that none can be added to a journal that is complete.
  lines int4 not null check (lines >= 2),
  -- Of what was asked for, so that the same id with other content is noticed.
  digest bytea not null,
  posted_at timestamptz not null
);

create index journal_reference on journal (reference, posted_at);

-- No foreign keys here: they would lock the account's row once per line, which makes every order touch the rows of the
-- house accounts. Accounts and journals cannot be deleted, and posting_belongs checks both for all new lines at once.
create table posting (
  journal_id text not null,
  line int4 not null check (line >= 1),
  account_id int8 not null,
  layer text not null check (layer in ('pending', 'posted')),
  units numeric(38, 0) not null check (units <> 0),
  primary key (journal_id, line)
);

create index posting_balance on posting (account_id, layer) include (units);

-- What is written stays. Also for the owner, who would have to drop the trigger first and be seen doing it.

create function refuse_change() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  raise exception '% on % is refused: the ledger is only added to', tg_op, tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_is_append_only';
end $$;

create trigger account_stays before update or delete or truncate on account
  for each statement execute function refuse_change();
create trigger journal_stays before update or delete or truncate on journal
  for each statement execute function refuse_change();
create trigger posting_stays before update or delete or truncate on posting
  for each statement execute function refuse_change();

-- A line belongs to a known account and to a place that its journal has kept for it.
--
-- Here and below, accounts and journals are looked up by their keys, one line at a time. A join would read all of them
-- for every few lines: the planner expects a hundred lines in a document, and knows nothing of a transition table.

create function check_postings() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  if exists (
    select from added
    where (select lines from journal where id = added.journal_id) >= added.line is not true
      or (select id from account where id = added.account_id) is null
  ) then
    raise exception 'a posting names no known account, or no line of its journal'
      using errcode = 'foreign_key_violation', constraint = 'posting_belongs';
  end if;
  return null;
end $$;

create trigger posting_belongs after insert on posting
  referencing new table as added for each statement execute function check_postings();

-- At commit each new journal is complete, sums to zero per asset and layer, and resolves exactly what it says.

create function check_journal() returns trigger language plpgsql set search_path = ${schema}, pg_temp as $$
begin
  if (select count(*) from posting where journal_id = new.id) <> new.lines then
    raise exception 'journal % does not have its % lines', new.id, new.lines
      using errcode = 'check_violation', constraint = 'journal_is_complete';
  end if;
  if exists (
    select from posting
    where journal_id = new.id
    group by (select asset from account where id = account_id), layer having sum(units) <> 0
  ) then
    raise exception 'journal % does not sum to zero', new.id
      using errcode = 'check_violation', constraint = 'journal_sums_to_zero';
  end if;
  if new.resolves is not null and (
    (select resolves from journal where id = new.resolves) is not null
    or not exists (select from posting where journal_id = new.resolves and layer = 'pending')
    or exists (
      select from posting where journal_id in (new.id, new.resolves) and layer = 'pending'
      group by account_id having sum(units) <> 0
    )
  ) then
    raise exception 'journal % does not take back the hold %', new.id, new.resolves
      using errcode = 'check_violation', constraint = 'journal_resolves_hold';
  end if;
  return null;
end $$;

create constraint trigger journal_holds after insert on journal
  deferrable initially deferred for each row execute function check_journal();

-- post_journals([{id, kind, reference, resolves?, postings: [{account, asset, layer, units}]}], at) writes journals and
-- says how many of them were new. An id that is there with the same content changes nothing; with other content it
-- raises. Accounts come into being with their first line. The program may call this and can write in no other way.

create function post_journals(journals jsonb, at timestamptz) returns int4
  language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  given jsonb;
  given_digest bytea;
  known_digest bytea;
  added int4 := 0;
begin
  -- All of them first and in one order, so that two callers who open the same accounts cannot wait for each other.
  insert into account (name, asset)
  select distinct line.account, line.asset
  from jsonb_array_elements(journals) as asked (value),
    jsonb_to_recordset(asked.value->'postings') as line (account text, asset text)
  where (select id from account where account.name = line.account and account.asset = line.asset) is null
  order by line.account, line.asset
  on conflict do nothing;

  for given in select value from jsonb_array_elements(journals) loop
    given_digest := sha256(convert_to(given::text, 'UTF8'));

    insert into journal (id, kind, reference, resolves, lines, digest, posted_at)
    values (
      given->>'id', given->>'kind', given->>'reference', given->>'resolves',
      jsonb_array_length(given->'postings')
        + (select count(*) from posting where journal_id = given->>'resolves' and layer = 'pending'),
      given_digest, at
    )
    on conflict (id) do nothing;

    if not found then
      select digest into known_digest from journal where id = given->>'id';
      if known_digest <> given_digest then
        raise exception 'journal % is there with other content', given->>'id'
          using errcode = 'unique_violation', constraint = 'journal_same_content';
      end if;
      continue;
    end if;

    insert into posting (journal_id, line, account_id, layer, units)
    select given->>'id', row_number() over (order by taken_back desc, place), account_id, layer, units
    from (
      select true as taken_back, held.line::int8 as place, held.account_id, held.layer, -held.units as units
      from posting held where held.journal_id = given->>'resolves' and held.layer = 'pending'
      union all
      select false, line.place,
        (select id from account
          where account.name = line.value->>'account' and account.asset = line.value->>'asset'),
        line.value->>'layer', (line.value->>'units')::numeric
      from jsonb_array_elements(given->'postings') with ordinality as line (value, place)
    ) as lines;
    added := added + 1;
  end loop;
  return added;
end $$;

revoke all on function post_journals(jsonb, timestamptz) from public;
grant execute on function post_journals(jsonb, timestamptz) to ${app_role};
grant select on account, journal, posting to ${app_role};
