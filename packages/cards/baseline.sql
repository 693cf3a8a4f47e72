-- Made by “pnpm baseline” from the migrations named here, each with the SHA-256 of its file.
-- ledger/001_ledger.sql f983e68b44c50229de9745aaa4a520c05d7e83d47e26b5ecf5bcfc36c996369c
-- ledger/002_quick_posting.sql 0c21ccd0b2592c4d52b6c64cb49b775496061b141ad1c7aff5d6eb0cbc62de7c
-- ledger/003_lines_by_key.sql 516f726dfe97a8345d907de6b6c670951cf31ec1a7c74347730e4c46ac270649
-- ledger/004_posting_days.sql 54845b613f9b7dde6d4a55e840f2e50385619e12e29ca7d20aece4d83cbfc2ef
-- limits/001_limit_window.sql 93a22173132c3bf064a6780d139de35a441d76e8a340cea8e60d45aa18c110a3
-- processes/001_process.sql 3f71c4fcb7cb042180ee82485e1e206d52420e2afade0b0e71a3e0f3df0b4af5
-- processes/002_readiness.sql 4ea49ae08754221b0a8e6c5ee496426f932c0046d054eef64c5993a5cd594a11
-- processes/003_layouts.sql 181c0ab89e140bccd624366182885c69039ce5c8fe396bc5b03514c138a3bb71
-- migrations/001_cards.sql ad759226b3a4484f13498057193720755d7b9ba957385ce3db0ea116435ff4b6
-- migrations/002_signature.sql 5adb747d99280c8410133171a9955929fc966a084496ab6fc993931e911dd849
-- migrations/003_fences.sql c60b2e0bee34e4930e074744791f76f9bfa617574eaee978001deec2ab8e7922
-- migrations/004_merchants.sql ac40071e106aa64a7fad464af9ccba481e6338e9115c049aab63eadc5f8936b0
-- migrations/005_processes.sql 92b6648b457cb4f1b17654901af732414310c2b1d9e31cfc562b26a7c4edf05c
-- migrations/007_signature_overlap.sql 1e689cf570514d0d468c070ba23275451b595fcb25ce06d0800d63d3db1d2375
-- migrations/008_needs.sql 2673e54a2b5881ff619ba59c266d456ec5236cd1b2fb38f4200b365c928fff9f
-- migrations/009_index_entries.sql 2342299cbf3aa0b77da0023cd9bbcda455055b581432c56adc95beb9136d70eb
-- migrations/010_questions.sql cd5e1fd5259b6f0b424848ed69984c8b763ef623cd067364a320519361d8873e
-- migrations/101_wallets.sql 21fe7dcc005d1030a8b12ae3ad9055e86532c5e0bc0e1126742ef338983de1ea
-- migrations/102_operator_acts.sql e74babebf442e0cc8c4e7ec044be10172baed824361d3effb3a37de621eca77a
-- migrations/103_saved_cards.sql bcd986207de8fb6cb29cc2de50b99c39941353bed2a35a313e9ec5b37ddeeaa2
-- migrations/104_wallet_payments.sql 0c14018c09797d7dcf567c70499d5f6348584b969af60ce0257c8b70514e2c13

SET LOCAL statement_timeout = 0;
SET LOCAL lock_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
SET LOCAL client_encoding = 'UTF8';
SET LOCAL standard_conforming_strings = on;
SET LOCAL check_function_bodies = false;
SET LOCAL xmloption = content;
SET LOCAL client_min_messages = warning;
SET LOCAL row_security = off;

CREATE FUNCTION ${schema}.check_journal() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
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

CREATE FUNCTION ${schema}.check_postings() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
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

CREATE FUNCTION ${schema}.layouts_here() RETURNS text[]
    LANGUAGE sql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
  select coalesce((
    select (string_to_array(checksum, ' '))[2:] from migration where name = 'processes/001_process.sql'
  ), '{}')
$$;

CREATE FUNCTION ${schema}.post_journals(journals jsonb, at timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
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

CREATE FUNCTION ${schema}.process_knows_layouts() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
begin
  if not layouts_here() <@ new.layouts then
    raise exception 'This database has a layout that the program does not know.' using errcode = 'CL001';
  end if;
  return new;
end $$;

CREATE FUNCTION ${schema}.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
begin
  raise exception '% on % is refused: the ledger is only added to', tg_op, tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_is_append_only';
end $$;

CREATE FUNCTION ${schema}.require_layout(needed text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
begin
  if needed = any (layouts_here()) then
    return;
  end if;
  -- No process begins meanwhile.
  lock table process in share row exclusive mode;
  if exists (select from process where needed <> all (layouts)) then
    raise exception 'A program that does not know % works on this database.', needed using errcode = 'CL001';
  end if;
  update migration set checksum = checksum || ' ' || needed where name = 'processes/001_process.sql';
end $$;

SET LOCAL default_tablespace = '';

SET LOCAL default_table_access_method = heap;

CREATE TABLE ${schema}.account (
    id bigint NOT NULL,
    name text NOT NULL,
    asset text NOT NULL,
    CONSTRAINT account_asset_check CHECK ((asset <> ''::text)),
    CONSTRAINT account_name_check CHECK ((name <> ''::text))
);

ALTER TABLE ${schema}.account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.fields_session (
    id_hash bytea NOT NULL,
    merchant_id uuid NOT NULL,
    parent_origin text NOT NULL,
    ancestors text[] NOT NULL,
    locale text,
    theme jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    token_hash bytea,
    token_expires_at timestamp with time zone,
    key_id text,
    wrapped_key bytea,
    sealed bytea,
    sealed_code bytea,
    mask text,
    exp_month text,
    exp_year text,
    taken_at timestamp with time zone,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    card_fingerprint text,
    leased_by integer,
    vault_id uuid,
    may_store boolean DEFAULT false NOT NULL,
    stores boolean DEFAULT false NOT NULL,
    order_units bigint,
    order_currency text,
    wallet text,
    is_network_token boolean DEFAULT false NOT NULL,
    eci text,
    CONSTRAINT fields_session_order_units_check CHECK ((order_units > 0)),
    CONSTRAINT fields_session_wallet_check CHECK ((wallet = ANY (ARRAY['apple_pay'::text, 'google_pay'::text])))
);

CREATE TABLE ${schema}.journal (
    id text NOT NULL,
    kind text NOT NULL,
    reference text NOT NULL,
    resolves text,
    lines integer NOT NULL,
    digest bytea NOT NULL,
    posted_at timestamp with time zone NOT NULL,
    CONSTRAINT journal_check CHECK ((resolves <> id)),
    CONSTRAINT journal_id_check CHECK ((id <> ''::text)),
    CONSTRAINT journal_lines_check CHECK ((lines >= 2))
);

CREATE TABLE ${schema}.limit_window (
    name text NOT NULL,
    key text NOT NULL,
    count bigint NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.merchant (
    id uuid NOT NULL,
    name text NOT NULL,
    descriptor text NOT NULL,
    mode text NOT NULL,
    acquirer text NOT NULL,
    key_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    hash text NOT NULL,
    notification_url text,
    capture_delay_ms bigint,
    tokenization boolean NOT NULL,
    ip_allow text[],
    sales_per_minute integer,
    blocked_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    sales_per_second integer,
    declines_per_hour integer,
    declines_per_day integer,
    optional_fields text[] DEFAULT '{}'::text[] NOT NULL,
    former_key_id text,
    former_wrapped_key bytea,
    former_sealed bytea,
    former_until timestamp with time zone,
    wallets text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT merchant_capture_delay_ms_check CHECK ((capture_delay_ms >= 0)),
    CONSTRAINT merchant_declines_per_day_check CHECK ((declines_per_day > 0)),
    CONSTRAINT merchant_declines_per_hour_check CHECK ((declines_per_hour > 0)),
    CONSTRAINT merchant_hash_check CHECK ((hash = ANY (ARRAY['md5'::text, 'sha256'::text]))),
    CONSTRAINT merchant_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT merchant_notification_url_check CHECK ((length(notification_url) <= 255)),
    CONSTRAINT merchant_optional_fields_check CHECK ((optional_fields <@ ARRAY['payer_birth_date'::text, 'payer_state'::text, 'payer_zip'::text])),
    CONSTRAINT merchant_sales_per_minute_check CHECK ((sales_per_minute > 0)),
    CONSTRAINT merchant_sales_per_second_check CHECK ((sales_per_second > 0))
);

CREATE TABLE ${schema}.merchant_signature (
    merchant_id uuid NOT NULL,
    algorithm text NOT NULL,
    key_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    former_algorithm text,
    former_key_id text,
    former_wrapped_key bytea,
    former_sealed bytea,
    former_until timestamp with time zone,
    CONSTRAINT merchant_signature_algorithm_check CHECK ((algorithm = ANY (ARRAY['hmac-sha256'::text, 'ed25519'::text]))),
    CONSTRAINT merchant_signature_former_algorithm_check CHECK ((former_algorithm = ANY (ARRAY['hmac-sha256'::text, 'ed25519'::text])))
);

CREATE TABLE ${schema}.notification (
    id text NOT NULL,
    transaction_id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    url text NOT NULL,
    fields jsonb NOT NULL,
    with_token boolean NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    first_attempt_at timestamp with time zone,
    last_problem text,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    leased_by integer,
    CONSTRAINT notification_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE ${schema}.notification_address (
    url text NOT NULL,
    timeouts timestamp with time zone[] NOT NULL,
    blocked_until timestamp with time zone
);

CREATE TABLE ${schema}.operation (
    id text NOT NULL,
    transaction_id uuid NOT NULL,
    kind text NOT NULL,
    units numeric(38,0) NOT NULL,
    state text NOT NULL,
    decline_reason text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    leased_by integer,
    CONSTRAINT operation_kind_check CHECK ((kind = ANY (ARRAY['capture'::text, 'reversal'::text, 'refund'::text, 'release'::text]))),
    CONSTRAINT operation_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'declined'::text, 'dropped'::text]))),
    CONSTRAINT operation_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.operator_act (
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    act text NOT NULL,
    about text NOT NULL,
    options jsonb NOT NULL,
    reason text
);

ALTER TABLE ${schema}.operator_act ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.operator_act_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.platform_key (
    name text NOT NULL,
    key_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL
);

CREATE TABLE ${schema}.posting (
    journal_id text NOT NULL,
    line integer NOT NULL,
    account_id bigint NOT NULL,
    layer text NOT NULL,
    units numeric(38,0) NOT NULL,
    posted_on date DEFAULT '-infinity'::date NOT NULL,
    CONSTRAINT posting_layer_check CHECK ((layer = ANY (ARRAY['pending'::text, 'posted'::text]))),
    CONSTRAINT posting_line_check CHECK ((line >= 1)),
    CONSTRAINT posting_units_check CHECK ((units <> (0)::numeric))
);

CREATE TABLE ${schema}.process (
    id integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    layouts text[] DEFAULT '{}'::text[] NOT NULL
);

CREATE TABLE ${schema}.question (
    transaction_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    lease_until timestamp with time zone,
    leased_by integer,
    due_attempts integer DEFAULT 0 NOT NULL
)
WITH (vacuum_truncate=off);

CREATE TABLE ${schema}.readiness (
    id bigint NOT NULL,
    filling bytea NOT NULL
);
ALTER TABLE ONLY ${schema}.readiness ALTER COLUMN filling SET STORAGE EXTERNAL;

ALTER TABLE ${schema}.readiness ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.readiness_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.signature_nonce (
    merchant_id uuid NOT NULL,
    nonce_hash bytea NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.transaction (
    id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    order_id text NOT NULL,
    fingerprint bytea NOT NULL,
    seq integer NOT NULL,
    state text NOT NULL,
    currency text NOT NULL,
    units numeric(38,0) NOT NULL,
    captured numeric(38,0) DEFAULT 0 NOT NULL,
    refunding numeric(38,0) DEFAULT 0 NOT NULL,
    refunded numeric(38,0) DEFAULT 0 NOT NULL,
    charged_back numeric(38,0) DEFAULT 0 NOT NULL,
    acquirer text NOT NULL,
    reference text,
    running text,
    releasing boolean DEFAULT false NOT NULL,
    challenge json,
    answered text,
    decline_reason text,
    descriptor text NOT NULL,
    capture_delay_ms bigint,
    mask text NOT NULL,
    exp_month text NOT NULL,
    exp_year text NOT NULL,
    vault_id uuid,
    by_token boolean NOT NULL,
    payer_email text NOT NULL,
    payer_name text NOT NULL,
    payer_ip text NOT NULL,
    term_url text NOT NULL,
    term_target text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    payer_network text,
    leased_by integer,
    wallet text,
    CONSTRAINT transaction_answered_check CHECK ((answered = ANY (ARRAY['PENDING'::text, 'DECLINED'::text, '3DS'::text, 'REDIRECT'::text]))),
    CONSTRAINT transaction_charged_back_units CHECK (((state = 'charged_back'::text) = (charged_back > (0)::numeric))),
    CONSTRAINT transaction_check CHECK (((captured >= (0)::numeric) AND (captured <= units))),
    CONSTRAINT transaction_check1 CHECK (((refunding >= (0)::numeric) AND (refunded >= (0)::numeric) AND ((refunding + refunded) <= captured))),
    CONSTRAINT transaction_check2 CHECK (((charged_back >= (0)::numeric) AND (charged_back <= captured))),
    CONSTRAINT transaction_declined_reason CHECK (((state = 'declined'::text) = (decline_reason IS NOT NULL))),
    CONSTRAINT transaction_state_check CHECK ((state = ANY (ARRAY['authorising'::text, 'challenged'::text, 'held'::text, 'capturing'::text, 'reversing'::text, 'reversed'::text, 'settled'::text, 'refunded'::text, 'charged_back'::text, 'declined'::text]))),
    CONSTRAINT transaction_units_check CHECK ((units > (0)::numeric)),
    CONSTRAINT transaction_wallet_check CHECK ((wallet = ANY (ARRAY['apple_pay'::text, 'google_pay'::text])))
)
WITH (fillfactor='90');

CREATE TABLE ${schema}.transaction_log (
    transaction_id uuid NOT NULL,
    seq integer NOT NULL,
    at timestamp with time zone NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    units numeric(38,0) NOT NULL,
    CONSTRAINT transaction_log_status_check CHECK ((status = ANY (ARRAY['success'::text, 'waiting'::text, 'fail'::text])))
);

CREATE TABLE ${schema}.upstream_move (
    operation_id text NOT NULL,
    success integer NOT NULL,
    fail integer NOT NULL,
    waiting integer NOT NULL,
    sent_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.vault_card (
    id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    key_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    mask text NOT NULL,
    exp_month text NOT NULL,
    exp_year text NOT NULL,
    activated_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.wallet_token (
    id_hash bytea NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

SELECT pg_catalog.setval('${schema}.account_id_seq', 1, false);

SELECT pg_catalog.setval('${schema}.operator_act_seq_seq', 1, false);

SELECT pg_catalog.setval('${schema}.readiness_id_seq', 1, false);

ALTER TABLE ONLY ${schema}.account
    ADD CONSTRAINT account_name_asset_key UNIQUE (name, asset);

ALTER TABLE ONLY ${schema}.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.fields_session
    ADD CONSTRAINT fields_session_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY ${schema}.fields_session
    ADD CONSTRAINT fields_session_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY ${schema}.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.journal
    ADD CONSTRAINT journal_resolves_key UNIQUE (resolves);

ALTER TABLE ONLY ${schema}.limit_window
    ADD CONSTRAINT limit_window_pkey PRIMARY KEY (name, key);

ALTER TABLE ONLY ${schema}.merchant
    ADD CONSTRAINT merchant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.merchant_signature
    ADD CONSTRAINT merchant_signature_pkey PRIMARY KEY (merchant_id);

ALTER TABLE ONLY ${schema}.notification_address
    ADD CONSTRAINT notification_address_pkey PRIMARY KEY (url);

ALTER TABLE ONLY ${schema}.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.operation
    ADD CONSTRAINT operation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.operator_act
    ADD CONSTRAINT operator_act_pkey PRIMARY KEY (seq);

ALTER TABLE ONLY ${schema}.platform_key
    ADD CONSTRAINT platform_key_pkey PRIMARY KEY (name);

ALTER TABLE ONLY ${schema}.posting
    ADD CONSTRAINT posting_pkey PRIMARY KEY (journal_id, line);

ALTER TABLE ONLY ${schema}.process
    ADD CONSTRAINT process_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.question
    ADD CONSTRAINT question_pkey PRIMARY KEY (transaction_id);

ALTER TABLE ONLY ${schema}.readiness
    ADD CONSTRAINT readiness_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.signature_nonce
    ADD CONSTRAINT signature_nonce_pkey PRIMARY KEY (merchant_id, nonce_hash);

ALTER TABLE ONLY ${schema}.transaction_log
    ADD CONSTRAINT transaction_log_pkey PRIMARY KEY (transaction_id, seq);

ALTER TABLE ONLY ${schema}.transaction
    ADD CONSTRAINT transaction_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.upstream_move
    ADD CONSTRAINT upstream_move_pkey PRIMARY KEY (operation_id);

ALTER TABLE ONLY ${schema}.vault_card
    ADD CONSTRAINT vault_card_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.vault_card
    ADD CONSTRAINT vault_card_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY ${schema}.wallet_token
    ADD CONSTRAINT wallet_token_pkey PRIMARY KEY (id_hash);

CREATE INDEX fields_session_due_at_idx ON ${schema}.fields_session USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX fields_session_key_id_idx ON ${schema}.fields_session USING btree (key_id) WHERE (key_id IS NOT NULL);

CREATE INDEX journal_reference ON ${schema}.journal USING btree (reference, posted_at);

CREATE INDEX limit_window_ends_at ON ${schema}.limit_window USING btree (ends_at);

CREATE INDEX notification_address_blocked ON ${schema}.notification_address USING btree (blocked_until) WHERE (blocked_until IS NOT NULL);

CREATE INDEX notification_due_at_idx ON ${schema}.notification USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX notification_failed ON ${schema}.notification USING btree (created_at) WHERE (state = 'failed'::text);

CREATE INDEX notification_retried ON ${schema}.notification USING btree (due_at) WHERE ((state = 'waiting'::text) AND (attempts > 0));

CREATE INDEX notification_transaction_id_idx ON ${schema}.notification USING btree (transaction_id);

CREATE INDEX operation_due_at_idx ON ${schema}.operation USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX operation_repeating ON ${schema}.operation USING btree (due_at) WHERE ((state = 'open'::text) AND (due_attempts > 1));

CREATE INDEX operation_transaction_id_idx ON ${schema}.operation USING btree (transaction_id);

CREATE INDEX operator_act_about_idx ON ${schema}.operator_act USING btree (about);

CREATE INDEX operator_act_at_idx ON ${schema}.operator_act USING btree (at);

CREATE INDEX posting_balance ON ${schema}.posting USING btree (account_id, layer) INCLUDE (units);

CREATE INDEX question_due_at_idx ON ${schema}.question USING btree (due_at);

CREATE INDEX signature_nonce_ends_at_idx ON ${schema}.signature_nonce USING btree (ends_at);

CREATE INDEX transaction_charged_back ON ${schema}.transaction USING btree (created_at) WHERE (charged_back > (0)::numeric);

CREATE INDEX transaction_created_at_idx ON ${schema}.transaction USING btree (created_at);

CREATE INDEX transaction_declined_email ON ${schema}.transaction USING btree (merchant_id, lower(payer_email), created_at) WHERE (decline_reason IS NOT NULL);

CREATE INDEX transaction_declined_network ON ${schema}.transaction USING btree (merchant_id, payer_network, created_at) WHERE (decline_reason IS NOT NULL);

CREATE INDEX transaction_due_at_idx ON ${schema}.transaction USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX transaction_order ON ${schema}.transaction USING btree (merchant_id, order_id, (
CASE
    WHEN (decline_reason IS NULL) THEN true
    ELSE NULL::boolean
END));

CREATE UNIQUE INDEX transaction_request ON ${schema}.transaction USING btree (fingerprint);

CREATE INDEX vault_card_key_id_idx ON ${schema}.vault_card USING btree (key_id);

CREATE INDEX vault_card_merchant_id_fingerprint_idx ON ${schema}.vault_card USING btree (merchant_id, fingerprint);

CREATE INDEX wallet_token_ends_at_idx ON ${schema}.wallet_token USING btree (ends_at);

CREATE TRIGGER account_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.account FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();

CREATE CONSTRAINT TRIGGER journal_holds AFTER INSERT ON ${schema}.journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.check_journal();

CREATE TRIGGER journal_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.journal FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();

CREATE TRIGGER posting_belongs AFTER INSERT ON ${schema}.posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.check_postings();

CREATE TRIGGER posting_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.posting FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();

CREATE TRIGGER process_knows_layouts BEFORE INSERT ON ${schema}.process FOR EACH ROW EXECUTE FUNCTION ${schema}.process_knows_layouts();

ALTER TABLE ONLY ${schema}.fields_session
    ADD CONSTRAINT fields_session_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES ${schema}.merchant(id);

ALTER TABLE ONLY ${schema}.journal
    ADD CONSTRAINT journal_resolves_fkey FOREIGN KEY (resolves) REFERENCES ${schema}.journal(id);

ALTER TABLE ONLY ${schema}.merchant_signature
    ADD CONSTRAINT merchant_signature_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES ${schema}.merchant(id);

ALTER TABLE ONLY ${schema}.notification
    ADD CONSTRAINT notification_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES ${schema}.merchant(id);

ALTER TABLE ONLY ${schema}.notification
    ADD CONSTRAINT notification_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ${schema}.transaction(id);

ALTER TABLE ONLY ${schema}.operation
    ADD CONSTRAINT operation_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ${schema}.transaction(id);

ALTER TABLE ONLY ${schema}.signature_nonce
    ADD CONSTRAINT signature_nonce_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES ${schema}.merchant(id);

ALTER TABLE ONLY ${schema}.transaction_log
    ADD CONSTRAINT transaction_log_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ${schema}.transaction(id);

ALTER TABLE ONLY ${schema}.transaction
    ADD CONSTRAINT transaction_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES ${schema}.merchant(id);

ALTER TABLE ONLY ${schema}.upstream_move
    ADD CONSTRAINT upstream_move_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES ${schema}.operation(id);

ALTER TABLE ONLY ${schema}.vault_card
    ADD CONSTRAINT vault_card_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES ${schema}.merchant(id);

REVOKE ALL ON FUNCTION ${schema}.post_journals(journals jsonb, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ${schema}.post_journals(journals jsonb, at timestamp with time zone) TO ${app_role};

REVOKE ALL ON FUNCTION ${schema}.require_layout(needed text) FROM PUBLIC;

GRANT SELECT ON TABLE ${schema}.account TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(token_hash) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(token_expires_at) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(key_id) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(wrapped_key) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(sealed) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(sealed_code) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(mask) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(exp_month) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(exp_year) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(taken_at) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(card_fingerprint) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(vault_id) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(may_store) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(stores) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(wallet) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(is_network_token) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT UPDATE(eci) ON TABLE ${schema}.fields_session TO ${app_role};

GRANT SELECT ON TABLE ${schema}.journal TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.limit_window TO ${app_role};

GRANT UPDATE(count) ON TABLE ${schema}.limit_window TO ${app_role};

GRANT UPDATE(ends_at) ON TABLE ${schema}.limit_window TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(name) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(descriptor) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(mode) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(acquirer) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(key_id) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(wrapped_key) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(sealed) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(hash) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(notification_url) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(capture_delay_ms) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(tokenization) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(ip_allow) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(sales_per_minute) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(blocked_at) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(sales_per_second) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(declines_per_hour) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(declines_per_day) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(optional_fields) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(former_key_id) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(former_wrapped_key) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(former_sealed) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(former_until) ON TABLE ${schema}.merchant TO ${app_role};

GRANT UPDATE(wallets) ON TABLE ${schema}.merchant TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(algorithm) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(key_id) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(wrapped_key) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(sealed) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(former_algorithm) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(former_key_id) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(former_wrapped_key) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(former_sealed) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT UPDATE(former_until) ON TABLE ${schema}.merchant_signature TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(attempts) ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(first_attempt_at) ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(last_problem) ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.notification TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.notification TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.notification_address TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.operation TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.operation TO ${app_role};

GRANT UPDATE(decline_reason) ON TABLE ${schema}.operation TO ${app_role};

GRANT UPDATE(ended_at) ON TABLE ${schema}.operation TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.operation TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.operation TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.operation TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.operation TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.operator_act TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.platform_key TO ${app_role};

GRANT UPDATE(key_id) ON TABLE ${schema}.platform_key TO ${app_role};

GRANT UPDATE(wrapped_key) ON TABLE ${schema}.platform_key TO ${app_role};

GRANT SELECT ON TABLE ${schema}.posting TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.process TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.question TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.question TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.question TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.question TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.question TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.readiness TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.signature_nonce TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(seq) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(captured) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(refunding) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(refunded) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(charged_back) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(reference) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(running) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(releasing) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(challenge) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(answered) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(decline_reason) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(capture_delay_ms) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(vault_id) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(payer_ip) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(term_url) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(term_target) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(payer_network) ON TABLE ${schema}.transaction TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.transaction TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.transaction_log TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.upstream_move TO ${app_role};

GRANT UPDATE(success) ON TABLE ${schema}.upstream_move TO ${app_role};

GRANT UPDATE(fail) ON TABLE ${schema}.upstream_move TO ${app_role};

GRANT UPDATE(waiting) ON TABLE ${schema}.upstream_move TO ${app_role};

GRANT UPDATE(sent_at) ON TABLE ${schema}.upstream_move TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.vault_card TO ${app_role};

GRANT UPDATE(key_id) ON TABLE ${schema}.vault_card TO ${app_role};

GRANT UPDATE(wrapped_key) ON TABLE ${schema}.vault_card TO ${app_role};

GRANT UPDATE(activated_at) ON TABLE ${schema}.vault_card TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.wallet_token TO ${app_role};
