-- Made by “pnpm baseline” from the migrations named here, each with the SHA-256 of its file.
-- ledger/001_ledger.sql f983e68b44c50229de9745aaa4a520c05d7e83d47e26b5ecf5bcfc36c996369c
-- ledger/002_quick_posting.sql 0c21ccd0b2592c4d52b6c64cb49b775496061b141ad1c7aff5d6eb0cbc62de7c
-- ledger/003_lines_by_key.sql 516f726dfe97a8345d907de6b6c670951cf31ec1a7c74347730e4c46ac270649
-- ledger/004_posting_days.sql 54845b613f9b7dde6d4a55e840f2e50385619e12e29ca7d20aece4d83cbfc2ef
-- limits/001_limit_window.sql 93a22173132c3bf064a6780d139de35a441d76e8a340cea8e60d45aa18c110a3
-- processes/001_process.sql 3f71c4fcb7cb042180ee82485e1e206d52420e2afade0b0e71a3e0f3df0b4af5
-- processes/002_readiness.sql 4ea49ae08754221b0a8e6c5ee496426f932c0046d054eef64c5993a5cd594a11
-- processes/003_layouts.sql 181c0ab89e140bccd624366182885c69039ce5c8fe396bc5b03514c138a3bb71
-- migrations/001_exchange.sql 7941d49a93d78de7a1b69ebbd884c89d3d323d16a5102c7245000148e2ac36eb
-- migrations/002_catalogue.sql 2fd64fc64d1257d0d02740a7b523efc00ca41ea685eafee253667191127a34f5
-- migrations/002_order_fees.sql 790d3ffb6858cd5f81a140543a1d1a553c2e7ee6d148e52643e4939b2f068def
-- migrations/003_lists.sql 56a6aa4a7151077cbb4d6536dd1557eaedb10eda4f44e1866a331e91224eb7c4
-- migrations/004_clients.sql d82a073ff309b226e224716b26af18273edf0f556f5b1dcf727774185f006db3
-- migrations/005_balances.sql 107a08f44f523012d0756f1216bc38085948817ff34eeb0b6becf80319a8abfb
-- migrations/006_transfers.sql 1e0447928f5fccf32d767cab641d15623a6ee2bfcaa80ead1955cdfc0cad6173
-- migrations/009_verifications.sql ee188288872ebbe75027b252c5f64415fb3341e17837f879de36f275dd6d1afa
-- migrations/010_list_plans.sql fb9bfce58ee6d95333e7f6b087bfb02a43cf38057a97862fdff0c989df946336
-- migrations/010_messages.sql 6ce27aba668929bb53450a6ef04ad97ff34708d9aa8d1557e503e722f9a45cc7
-- migrations/011_fences.sql 6425378bf71969af282fb2b1116ef131a97b5ab3363f83cf53dbeeebca54d9b0
-- migrations/012_partners.sql 004a3d4387b14dac8226b9e59825791edba190d18063ffac0cf97e34e06b5756
-- migrations/012_payer_changes.sql aa88192dbd4667d132da7cdbba1f098b46f7aa5d670c70a2905a15be184878b9
-- migrations/013_processes.sql 7f9c53771b3ba81d8948d01d35b9ddcb88a5a895dff455c389aa9917940a726e
-- migrations/014_deposits.sql fb6f5be8a6ef42b177a2c4d8f7757f967005381a04a75b26ab1ca4bf11b6f99d
-- migrations/015_acts.sql b184deae94c31d6a5e3e5e9958b1cca12eb8b46ba99ce1de9d45f155ca6e9539
-- migrations/018_speed.sql 6d31eb7356bdb332260ca50461bf340dbc9df86546ade126bbcdb4aca9a4bf67
-- migrations/021_coupon_uses.sql 895212f4810e8ecbd93e8448aa8434cbecd42e17a2ae43f4281fecd5cf4e0b3e
-- migrations/021_people.sql 9bbf263b16e85e00d59232813d67b8f6c9aa667e9bc73dda4d87055ed60d6c22
-- migrations/021_price_hold.sql 1fe50175cc0de93b62d2563ce8ede61e9b8fe7e0cf479bb00ea5661963bb858a
-- migrations/024_sanctions.sql daa90eb85ce8de93c027a4bda7373730bcc67d57cd0c58d2cd903ea6d1fae029
-- migrations/025_disputes.sql 97249264e91bbb435b26501aac9455dd89af6d5275b7a3fdc2968ca13a68ce08
-- migrations/025_events.sql b88629309a36d0d1af288a0f8df885e1038247139a959d2f34c82f19288f440a
-- migrations/025_first_price.sql b8119a347a169f1be022aad2f33ea50b6d9edbe2d6c656967ceed814fd50d41d
-- migrations/025_seals.sql b7a0d5c362b08d0b70a77814cd81b3d4a011555b5509c6f793123490f1629816
-- migrations/028_place.sql bd0583e7d021921e31210ad62f737c475ab22c885499bbb07a0f38f6d7fe2f4c
-- migrations/029_seal_plans.sql e19d8c1c39507b5b8e640f9a0f242fbbd0d30e7572005e5c67efd1afc4858e29
-- migrations/034_lost_deposits.sql 86cce8582efd7c3b78bdc5eaed9fff85f8b00cf897361f41b2a72dba666a2479
-- migrations/035_quick_seals.sql 43dc40b0ae80877a1a754fec82e7b4d6ae5270fd82c8bf070d9b3f1da6483071
-- migrations/036_owed_acts.sql be203ae1d0bae597cc1894dd6fcbe304062b77b0e3e306f8bd60839bbe37c052
-- migrations/038_first_order.sql 8bbd880b0927d4a2407bd9f377df58edc5cb3332b27e4a994ff18cb85710f847
-- migrations/042_login_country.sql a691589bbf343d1e63cbef212ad47380a988b36fd593aed213d9cb20f9510140
-- migrations/045_written_off.sql d5d1b57acc9970164270fcd9c6e201bcd4759742a3f4bdb3555a0ccd61036369
-- migrations/046_needs.sql cabe35e3b591ff178bc94633719de5889c86de313583fb3861d22de559e2daa9
-- migrations/047_quick_cover.sql 72643bf70551f8faf979e6cc142b339782daa1272b1614ec99fbafa6801c495c
-- migrations/049_marks_by_key.sql ffa80bfecbe43b87ced00e7ebeaa85b726cb53ea399efcbdf2812d3549f88d9b
-- migrations/050_seal_marks.sql d9777f6d850858e45dc6214e848d6f85b8983be632554ab111882277f092bf3e
-- migrations/054_taken_back.sql c7208870bd73fb0bf1ed2b2b2a562f1dd591212848a971e68138bf6d7e5ff640
-- migrations/061_checked.sql b20c3179a46f560df8996993b71eb7d3f64002f0cc66f4ff5ce2b96f2e90d879
-- migrations/065_identifying.sql 796218b87192d426df89442594d6962830b8354dd40d7529f559dfc0ddf5b874
-- migrations/066_payers.sql 20e8dc07cd5e7e46547f1df7c3aa625ec3058e4a9cedef88a022b4fd5e9b80a5
-- migrations/069_withdrawal_locks.sql b1c808d2f151246fc6a4e944182a790eeafa10aca7ad8677f05b98624523dbac
-- migrations/070_mailed_code_links.sql c17c8c112b6dd7ce12a13a1c4e478f5933f5784d19f1900eba2671b8247b46d8
-- migrations/073_credentials.sql 0bb1a4c8f16f2a97b7216e030b3c29d062c45d90735052df80f6d50221558135
-- migrations/074_documents.sql 3bf78be39a4920eb9b7f3fef5f826c83f26042fd56c2c51162bbe0565fbab517
-- migrations/091_requests_by_id.sql af1883d813697c3aee644afd19f292dd2c601941101ae43c4895ec3397d32200
-- migrations/092_seen.sql 10389c0f9085183b1846043866ab8b57926e1ecc7efd3befb902194c4fef778b
-- migrations/093_declined_attempts.sql c34fcd9cd55f9f04241708c38c3eb9b75f5d8bce4219cea220a08ecce67483f4
-- migrations/094_order_filters.sql aa6746e9b202b0d0850c882d92b14abac40f1dde9c626ff3b823bd41208edf75
-- migrations/095_metadata.sql 42eea30938f59590b5a6821d234243ff5e9cfc35ab3ab2ba458ca42cb7e2ec5c
-- migrations/096_signatures.sql e6eb187f9c3a563ab35f13c6eca7d43e7b7648ad91d2121a9fdf9c3adfba00be
-- migrations/098_departures.sql 22f98973d5e5470710d3d471a5a0de75c77fe9694072beb74dffaf9bdf6c1e25
-- migrations/099_inner_keys.sql f21f7af718174c58ea7e7958659afb4e3872c5b59b8fdeedb5dda19ef49fbb84
-- migrations/103_stops.sql f6bfa63785e0f40aa6dc1a77fac811608de9de3b87ef0ba24f54cc6761911d25
-- migrations/107_operator_acts.sql 20da4279fea06c4252cf6190723aa57aa793bde0acf6010e1490a7c636633392
-- migrations/108_acts_by_time.sql 5e01e5edda19d6a71b03a49b9962d0fb8f8adf7961207aab8e7d3fde8d56da48
-- migrations/109_finished_orders.sql e17cd0665bee54faec3753645e541c5117a7c711f31537e385ec52073ca62640
-- migrations/110_brand.sql 5b07c62f289e51f70655f827e9a5f9e5173298056c11079b94c62c730b322fe9
-- migrations/111_legal_notices.sql a1bcff2d96d865acc8df6e0871f547b29d6655e3672480e8446db6bed560f9f7
-- migrations/112_devices.sql 018202b2e4512ec0499f673451451a15eaead952c8bab312f0a3d5f614db625e
-- migrations/113_saved_cards.sql 766c573c30d75ce9d9cdd72ca201a9a3e071878b49a4f4551830feddbbfba5ed
-- migrations/115_callback_endpoints.sql 12918b78f58cdfb0673beba889801fc5cfc91b86e1559258074f9a41c11418d7
-- migrations/116_partner_sign_in.sql cd46fa90117ca3745cb8c79553543d905880b3d5355ecc889a4024aaffe140d8
-- migrations/117_partner_requests.sql bdb1c41de6d4cb8e4f76ac5003797cd9c84621ec3b1eb3a7d770f217bc64176a
-- migrations/120_order_trace.sql dd30646334805c6581cd96d6c51990632d16ceac5d53807fa67c725a3eebc621
-- migrations/121_attempts.sql 9cb3e96cc521074ac7652cd8ceb61c01b97a45571a401ea428cfd05932ff44bb
-- migrations/123_outbox_pages.sql ff46fcb499de0f7e0c2f414b1a347d92a14bf139e00632be883e856878f300ac
-- migrations/124_ensured_callback_url.sql 2c30b899e12f58b3f926ef48b14572a80eb34cc9caa75c6ae073a143daef93c4
-- migrations/127_primary_server.sql ec015f15c6ca2a0347affe07b8335f1f0d6cca6d717d047ca3cf7f564be9c8ca
-- migrations/128_passkeys.sql b20e1d88e79007943837a6b3e3d4faabb0f80f35fa15783cf0366c0b834ba0d3
-- migrations/129_event_publications.sql e3a4b59b05a1d03bd3b0be4dd3bf0691dec1341ae018655b611ffef994e68657
-- migrations/130_partner_moves.sql c4a7d26e16eb6baaf0b57d4d332779ec2f34407ebdf768c9cb78c7b9c60a7f85
-- migrations/131_cheaper_creation.sql 0e12769d03fd4dc3a22ec95f4aafc7aa3494e79b7e0d488f8171ed6ff298dc91
-- migrations/132_buyers_passkeys.sql 2c804776a5a36c73fdb7eb16772ec221773a90057149c04c396bd57794cc7d90
-- migrations/133_fewer_index_entries.sql 61606c45dcdf30ed7a0e346af2ff96a7d3d7c02f9323d340b2c7573a2a0ad9da
-- migrations/135_wallets.sql 2e4392641cfddf1a456c9051e126ad9b247069dfdcd43fca57570d0f3a4b6c3e
-- migrations/139_partner_mails.sql 38f80fb73faaaefe3fc40d0b110f6f696625acf282a8889a2ddf0dd288ec17ff
-- migrations/140_partitions.sql 6c484d14fae678ab8444d099d11c4bc8bd96e5ea3ed2b5f1249165cda9df0528
-- migrations/141_fewer_callback_entries.sql a8e8729faa7362152fb54ab7273cb4c146a3e2bc5cd7aba46422208b0e8f8cd6
-- migrations/143_onward_moves.sql ed4dba96469499972fb46dce826ffd8b6cf88ed12f81e0114ba12c556bbcbe38
-- migrations/144_archived_seals.sql bf5c37f4d4a17155056e9a7bf577760a8020866ccbf39c722de69502f57f5332
-- migrations/145_events_of_a_month.sql 9eb51f593f34b72be368908d60b6474c53d1816d23676355457e53fd5152423f
-- migrations/146_orders_of_requests.sql 31c6f332c43b99f696c625183fad6e8f53cb665fa31956178874b1a829879750
-- migrations/147_requests_in_rows.sql 50c11f984303c6ebc70cae79e103a7f9de7010d3879402262dbaa97b31af6c2e
-- migrations/148_one_check_of_orders.sql eeb7786c3ac90bfc51d908b5cc2af25c6da12137d2067083509226c07e472886
-- migrations/149_divided_books.sql 48e29766c71a8d0653684904f289ff34d426a21f044394afe9a993fd8f9892ac
-- migrations/150_uncompiled_functions.sql e666c245bf7f44c67c14c33ed42f39ec0e5a6b7e35cac4f900a695486437b8fc
-- migrations/152_moved_cards.sql e7e3ce8f6040ad6936b473ab8ec38bbb1a258c778dd9579733093466685c5a03
-- migrations/153_amounts_by_trigger.sql 63fa6b5426248eeb80a00660f9bd8c3d7d76eedf5e78ccb672a342ac17fa4447
-- migrations/154_amounts_without_settings.sql 1e58d9fe58175a1a07d5054bd43e781b79cc581d7296198066eafed480e708e8
-- sepa/001_sepa.sql bc3b777260752ff8f71f45ba5567229a9d8fc81fe85d94ce6ab785f8be1de7ab
-- sepa/002_payments.sql 1c56cba586091f33fcb9a00a2b30bedf9e42c9d6c9ddf4ffc9287f4fefeab0e1
-- sepa/051_payment_of_transfer.sql 6afa34ba9179de75dc168f7774c41a62eafe5d0701370fe7f55fb61aa4df47d0
-- sepa/052_exported_by.sql e17a2c4d6f90d43cc20895c2e7c013b3a23708e8d61787080d6fd1a28530fa4b
-- sepa/053_called_off.sql 5f4f5b2b8ccedfba847c07a0b02621fe6d4cd1ef91510e83b7b058f9b80a5972
-- sepa/055_reversed_lines.sql b77df95c9aeb6972a4607c0a5a04288949bb405f454439bb46a84b63caada5af
-- sepa/056_files_by_time.sql 28ef5a5ba74dabc653d87fc5e2c2a12b462327c3fc1cedc13e1b1f94e7363cf8
-- sepa/057_unfit_lines.sql df63f008977d27bf6b0e38745fb80f92a1eb23d9906813cc57397e448b675f27
-- sepa/058_ownerless_lines.sql d45e491e2546b3aff4f94c251fb70d79bfb4472e3fef0cf62d35ec64a067f6cf
-- sepa/077_identity.sql 84d80ee64e53ea99bca4250b95e7b5b3f1dd2d7633d24cca603895b6035e69ff
-- sepa/081_rejected_payments.sql 35e2def2ffcd50a822b8f5410f34fdbc74e5618f16057a61e727e27d88bb25a7
-- sepa/106_lines_by_identity.sql 25d15937d0a109e538ac282725df816c4475ed652fa562ca5e8217edaca16562
-- chain/001_chain_wallet.sql 5bbbe4da3d398a58089eb6f320897a202729c7e8bf0e21bbecaa9b86bd50c836
-- chain/002_chain_payout.sql 06bcb6309e3eeac3e5a7d06088c1a54e73ccd146de58bbf0658873ccaa5c87b7
-- chain/003_deposits.sql aab31c729150a31d2e720ec5c31c3aa1dfc9283e3b39f004e0790770d3850f29
-- chain/004_sweeps.sql ed861a7beb3fd1909bc6f847a407816bd120afba1cacc8973a77457a8fbd1399
-- chain/020_processes.sql ba89241ea5427b0c817adbcd0042e2206782d50c8ecca1309d82ea82da53e85e
-- chain/021_following.sql f49691146172b2edc919aa7268535071ea55746b58a81ea1f9b4b186de0c194b
-- chain/048_refusals.sql fccffd5fa1bf18ab46067af966a47e2a7128b23e8ebffc71cf7dbd9088fd97e9
-- chain/085_unreadable.sql 84fef4287fc9d21970481b2e765ff59733135d7d31ad68c046285e650e9e5455
-- sandbox/001_sandbox_network.sql 1ea27bb0f1e55834778bcef90251b2989fd7a78d3226746bda72a67cd1c7814c

SET LOCAL statement_timeout = 0;
SET LOCAL lock_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
SET LOCAL client_encoding = 'UTF8';
SET LOCAL standard_conforming_strings = on;
SET LOCAL check_function_bodies = false;
SET LOCAL xmloption = content;
SET LOCAL client_min_messages = warning;
SET LOCAL row_security = off;

CREATE FUNCTION ${schema}.archived_lines(journal_ids text[], archived_before timestamp with time zone) RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET jit TO 'off'
    AS $$
  select coalesce(sum(j.lines), 0)::int8
  from unnest(journal_ids) as asked (id) join journal j on j.id = asked.id
  where j.posted_at < archived_before and not exists (
    select from posting p
    where p.journal_id = j.id and p.posted_on in ('-infinity', (j.posted_at at time zone 'UTC')::date)
  )
$$;

CREATE FUNCTION ${schema}.bring_to_endpoints() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
begin
  insert into endpoint_callback (endpoint_id, callback_id, order_id, seq, kind, state, why, created_at, ended_at, due_at)
  select e.id, new.id, new.order_id, new.seq, new.kind,
    case when e.off_at is null then 'waiting' else 'failed' end,
    case when e.off_at is not null then 'the endpoint is off' end,
    new.created_at, case when e.off_at is not null then new.created_at end,
    case when e.off_at is null then new.created_at end
  from callback_endpoint e
  where e.partner_id = new.partner_id and (new.kind is null or new.kind = any (e.events)
    or ('all' = any (e.events) and new.kind <> 'attempt_declined'))
  for key share of e;
  if found then
    perform pg_notify('endpoint_callbacks_due', '');
  end if;
  return null;
end $$;

CREATE FUNCTION ${schema}.call_off_conversions(at timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ${schema}, 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '1s'
    AS $_$
declare
  left_over record;
  called_off int4 := 0;
begin
  for left_over in
    select c.relname, n.conname from pg_constraint n join pg_class c on c.oid = n.conrelid
    where n.connamespace = '${schema}'::regnamespace and n.contype = 'c' and not c.relispartition
      and n.conname ~ ('^' || c.relname || '_before_\d{4}_\d{2}$')
      and to_date(substring(n.conname from '_before_(\d{4}_\d{2})$'), 'YYYY_MM') < at + interval '7 days'
  loop
    execute format('alter table %I drop constraint %I', left_over.relname, left_over.conname);
    called_off := called_off + 1;
  end loop;
  return called_off;
end $_$;

CREATE FUNCTION ${schema}.check_balances() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
declare
  spent int8;
begin
  if not exists (
    select from added where units > 0 and (select name from account where id = added.account_id) like 'balance:%'
  ) then
    return null;
  end if;
  for spent in
    select account_id from added
    where (select name from account where id = added.account_id) like 'balance:%'
    group by account_id having sum(units) > 0 order by account_id
  loop
    perform from account where id = spent for no key update;
    if (select sum(units) from posting where account_id = spent) > 0 then
      raise exception 'balance % is spent twice', (select name from account where id = spent)
        using errcode = 'check_violation', constraint = 'balance_is_enough';
    end if;
  end loop;
  return null;
end $$;

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

CREATE FUNCTION ${schema}.check_order_amounts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if least(new.payin_units, new.payout_units, new.rate) > 0
    and least(new.payin_fee_units, new.margin_fee_units, new.payout_fee_units) >= 0
  then
    return new;
  end if;
  raise exception 'an order''s amounts and rate are above zero, and no fee is below'
    using errcode = 'check_violation', schema = '${schema}', table = 'orders', constraint = 'orders_amounts';
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

CREATE FUNCTION ${schema}.count_orders(most integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $$
declare
  -- Between two milestones are at least so many orders, and at most twice as many.
  stretch constant int8 := 256;
  batch order_uncounted[];
  -- The milestones before the orders of the batch, with how many of the batch each has.
  grown order_milestone[];
  long order_milestone;
  next order_milestone;
  place int8;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('${schema}.count_orders', 0)) then
    return 0;
  end if;
  with taken as (
    delete from order_uncounted where ctid = any (array(
      select ctid from order_uncounted order by partner_id, created_at, order_id limit most
    ))
    returning order_uncounted
  )
  select array_agg(order_uncounted) into batch from taken;
  if batch is null then
    return 0;
  end if;

  insert into order_milestone (partner_id, created_at, order_id, older, orders)
  select distinct partner_id, '-infinity'::timestamptz, '', 0, 0 from unnest(batch)
  on conflict do nothing;

  select array_agg(row(partner_id, created_at, order_id, older, more)::order_milestone) into grown from (
    select m.partner_id, m.created_at, m.order_id, m.older, count(*) as more
    from unnest(batch) b cross join lateral (
      select * from order_milestone
      where partner_id = b.partner_id and (created_at, order_id) < (b.created_at, b.order_id)
      order by created_at desc, order_id desc limit 1
    ) m
    group by m.partner_id, m.created_at, m.order_id, m.older
  ) each;

  update order_milestone m set orders = m.orders + g.orders
  from unnest(grown) g
  where (m.partner_id, m.created_at, m.order_id) = (g.partner_id, g.created_at, g.order_id);

  -- An order that is older than a milestone came late: as a rule there is none.
  update order_milestone m set older = m.older + late.orders
  from (
    select n.partner_id, n.created_at, n.order_id, sum(g.orders) as orders
    from unnest(grown) g join order_milestone n
      on n.partner_id = g.partner_id and (n.created_at, n.order_id) > (g.created_at, g.order_id)
    group by n.partner_id, n.created_at, n.order_id
  ) late
  where (m.partner_id, m.created_at, m.order_id) = (late.partner_id, late.created_at, late.order_id);

  -- A stretch that is too long now is walked along, and gets milestones of its own. Whether an order on the way is
  -- counted is looked up by its key: a join would read all the uncounted ones for each, where it takes them for few.
  for long in
    select m.* from unnest(grown) g join order_milestone m
      on (m.partner_id, m.created_at, m.order_id) = (g.partner_id, g.created_at, g.order_id)
    where m.orders > 2 * stretch
  loop
    place := 0;
    for next in
      select partner_id, created_at, id, long.older, long.orders from orders
      where partner_id = long.partner_id and (created_at, id) >= (long.created_at, long.order_id)
        and (
          select order_id from order_uncounted u
          where (u.partner_id, u.created_at, u.order_id) = (orders.partner_id, orders.created_at, orders.id)
        ) is null
      order by created_at, id
    loop
      if place > 0 and place % stretch = 0 then
        update order_milestone set orders = stretch
        where partner_id = next.partner_id and older = long.older + place - stretch;
        insert into order_milestone (partner_id, created_at, order_id, older, orders)
        values (next.partner_id, next.created_at, next.order_id, long.older + place, long.orders - place);
        exit when long.orders - place <= 2 * stretch;
      end if;
      place := place + 1;
    end loop;
  end loop;
  return cardinality(batch);
end $$;

CREATE FUNCTION ${schema}.filtered_orders(partner text, of_client text, of_status text, since timestamp with time zone, until timestamp with time zone, changed_since timestamp with time zone, place_at timestamp with time zone, place_id text, most integer) RETURNS TABLE(id text, partner_order_id text, created_at timestamp with time zone, changed_at timestamp with time zone, status text, client_id text)
    LANGUAGE plpgsql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $$
begin
  if changed_since is not null then
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.partner_id = partner and coalesce(o.updated_at, o.created_at) >= changed_since
        and (coalesce(o.updated_at, o.created_at), o.id) > (place_at, place_id)
      order by coalesce(o.updated_at, o.created_at), o.id limit most;
  elsif of_client is not null then
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.client_id = of_client and o.created_at >= since and o.created_at < until
        and (o.created_at, o.id) < (place_at, place_id)
      order by o.created_at desc, o.id desc limit most;
  elsif of_status is not null then
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.partner_id || ' ' || o.status = partner || ' ' || of_status
        and o.created_at >= since and o.created_at < until and (o.created_at, o.id) < (place_at, place_id)
      order by o.created_at desc, o.id desc limit most;
  else
    return query
      select o.id, o.partner_order_id, o.created_at, coalesce(o.updated_at, o.created_at), o.status, o.client_id
      from orders o
      where o.partner_id = partner and o.created_at >= since and o.created_at < until
        and (o.created_at, o.id) < (place_at, place_id)
      order by o.created_at desc, o.id desc limit most;
  end if;
end $$;

CREATE FUNCTION ${schema}.first_altered(after bigint, last bigint) RETURNS TABLE(journal_id text, sealed bytea, found bytea)
    LANGUAGE sql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET jit TO 'off'
    AS $$
  select kept.journal_id, kept.marks, m.marks
  from ledger_seal s, unnest(s.journal_ids, s.marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where s.number > after and s.number <= last and (m.marks is distinct from kept.marks or not m.is_as_written)
  order by s.number, kept.place limit 1
$$;

CREATE FUNCTION ${schema}.first_altered(after bigint, last bigint, archived_before timestamp with time zone) RETURNS TABLE(journal_id text, sealed bytea, found bytea)
    LANGUAGE sql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET jit TO 'off'
    AS $$
  select kept.journal_id, kept.marks, m.marks
  from ledger_seal s, unnest(s.journal_ids, s.marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where s.number > after and s.number <= last
    and is_altered(kept.marks, m.marks, m.is_as_written, m.posted_at, archived_before)
  order by s.number, kept.place limit 1
$$;

CREATE FUNCTION ${schema}.first_unlike(journal_ids text[], marks bytea[]) RETURNS TABLE(journal_id text, sealed bytea, found bytea)
    LANGUAGE sql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET jit TO 'off'
    AS $$
  select kept.journal_id, kept.marks, m.marks
  from unnest(journal_ids, marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where m.marks is distinct from kept.marks or not m.is_as_written
  order by kept.place limit 1
$$;

CREATE FUNCTION ${schema}.first_unlike(journal_ids text[], marks bytea[], archived_before timestamp with time zone) RETURNS TABLE(journal_id text, sealed bytea, found bytea)
    LANGUAGE sql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET jit TO 'off'
    AS $$
  select kept.journal_id, kept.marks, m.marks
  from unnest(journal_ids, marks) with ordinality as kept (journal_id, marks, place)
    left join journal_mark m on m.journal_id = kept.journal_id
  where is_altered(kept.marks, m.marks, m.is_as_written, m.posted_at, archived_before)
  order by kept.place limit 1
$$;

CREATE FUNCTION ${schema}.is_altered(sealed bytea, found bytea, is_as_written boolean, posted_at timestamp with time zone, archived_before timestamp with time zone) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when length(found) = 16 and posted_at < archived_before then found <> substr(sealed, 1, 16)
    else found is distinct from sealed or is_as_written is not true end
$$;

CREATE FUNCTION ${schema}.journal_is_unsealed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ${schema}.journal_unsealed (journal_id) values (new.id);
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

CREATE FUNCTION ${schema}.list_start(partner text, total bigint, skipped bigint, OUT before_at timestamp with time zone, OUT before_id text, OUT still_skipped bigint) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $$
declare
  near_older int8;
  late int8;
begin
  select created_at, order_id, older into before_at, before_id, near_older from order_milestone
  where partner_id = partner and older >= total - skipped
  order by older limit 1;
  if not found then
    before_at := 'infinity'; before_id := ''; still_skipped := skipped;
    return;
  end if;
  select count(*) into late from order_uncounted
  where partner_id = partner and (created_at, order_id) < (before_at, before_id);
  still_skipped := skipped - (total - near_older - late);
end $$;

CREATE FUNCTION ${schema}.listed_orders(partner text, since timestamp with time zone, before_at timestamp with time zone, before_id text, skipped bigint, most integer) RETURNS TABLE(id text, partner_order_id text, created_at timestamp with time zone)
    LANGUAGE plpgsql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $$
begin
  return query
    select o.id, o.partner_order_id, o.created_at from orders o
    where o.partner_id = partner and o.created_at >= since and (o.created_at, o.id) < (before_at, before_id)
    order by o.created_at desc, o.id desc offset skipped limit most;
end $$;

CREATE FUNCTION ${schema}.make_partitions(at timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ${schema}, 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET lock_timeout TO '1s'
    AS $_$
declare
  divided record;
  bound timestamptz;
  part text;
  made int4 := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('make_partitions', 0));
  for divided in
    select c.relname as name, max(substring(pg_get_expr(p.relpartbound, p.oid) from $to$TO \('([^']+)'\)$to$)::timestamptz)
      as ends_at
    from pg_class c join pg_inherits i on i.inhparent = c.oid join pg_class p on p.oid = i.inhrelid
    where c.relnamespace = '${schema}'::regnamespace and c.relkind = 'p'
    group by c.relname
  loop
    bound := divided.ends_at;
    while bound < date_trunc('month', at) + interval '3 months' loop
      part := divided.name || to_char(bound, '_YYYY_MM');
      execute format('create table %I (like %I including all)', part, divided.name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        divided.name, part, bound, bound + interval '1 month');
      bound := bound + interval '1 month';
      made := made + 1;
    end loop;
  end loop;
  return made;
end $_$;

CREATE FUNCTION ${schema}.mark_of(content text) RETURNS bytea
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN substr(sha256(convert_to(content, 'UTF8'::name)), 1, 16);

CREATE FUNCTION ${schema}.number_events(asking text, since timestamp with time zone, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
declare
  last int8;
  upto timestamptz;
  numbered int4;
begin
  -- Of two readers the later waits here, and then sees what the other has numbered.
  select last_event into last from partner where id = asking for no key update;
  select created_at + interval '1 minute' into upto from callback
    where partner_id = asking and event is null and created_at >= since
    order by created_at offset most limit 1;
  with waiting as (
    select 'callback' as kind, id, order_id, seq, created_at
    from callback
    where partner_id = asking and event is null and created_at between since and coalesce(upto, 'infinity')
    union all
    select 'code', w.order_id, w.order_id, 0, o.created_at
    from withdrawal_code w join orders o on o.id = w.order_id
    where w.event is null and w.expires_at >= since and o.partner_id = asking and o.created_at >= since
  ),
  -- Clocks of two processes may differ, and an order's news still come one after the other.
  timed as (
    select kind, id, order_id, seq,
      max(created_at) over (partition by order_id order by seq rows unbounded preceding) as at
    from waiting
  ),
  next as materialized (
    select * from timed order by at, order_id, seq limit most
  ),
  locked_callbacks as materialized (
    select id from callback
    where id = any (array(select id from next where kind = 'callback')) and created_at >= since
    for no key update skip locked
  ),
  locked_codes as materialized (
    select order_id from withdrawal_code
    where order_id = any (array(select id from next where kind = 'code')) for no key update skip locked
  ),
  busy as (
    select order_id from next
    where case kind when 'callback' then id not in (select id from locked_callbacks)
      else id not in (select order_id from locked_codes) end
  ),
  given as materialized (
    select kind, id, last + row_number() over (order by at, order_id, seq) as number
    from next where order_id not in (select order_id from busy)
  ),
  of_callbacks as (
    update callback set event = given.number from given where given.kind = 'callback' and callback.id = given.id
      and callback.created_at >= since
  ),
  of_codes as (
    update withdrawal_code w set event = given.number, reader = asking from given
    where given.kind = 'code' and w.order_id = given.id
  )
  select count(*) into numbered from given;
  if numbered > 0 then
    update partner set last_event = last + numbered where id = asking;
  end if;
  return numbered;
end $$;

CREATE FUNCTION ${schema}.orders_before(partner text, moment timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $$
declare
  near_at timestamptz := '-infinity';
  near_id text := '';
  near_older int8 := 0;
  late int8;
  between_them int8;
begin
  select created_at, order_id, older into near_at, near_id, near_older from order_milestone
  where partner_id = partner and created_at < moment
  order by created_at desc, order_id desc limit 1;
  if not found then
    near_at := '-infinity'; near_id := ''; near_older := 0;
  end if;
  select count(*) into late from order_uncounted
  where partner_id = partner and (created_at, order_id) < (near_at, near_id);
  select count(*) into between_them from (
    select from orders
    where partner_id = partner and (created_at, id) >= (near_at, near_id) and created_at < moment
    order by created_at, id
  ) o;
  return near_older + late + between_them;
end $$;

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

CREATE FUNCTION ${schema}.refuse_rewrite() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO ${schema}, 'pg_temp'
    AS $$
begin
  raise exception '% on % is refused: history is only added to', tg_op, tg_table_name
    using errcode = 'restrict_violation', constraint = 'history_is_append_only';
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

CREATE FUNCTION ${schema}.seal_journals(at timestamp with time zone, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ${schema}, 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_material TO 'off'
    SET jit TO 'off'
    AS $$
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

CREATE TABLE ${schema}.attempt (
    order_id text NOT NULL,
    number integer NOT NULL,
    platform_order_id text NOT NULL,
    session_id text NOT NULL,
    card_mask text NOT NULL,
    card_brand text,
    card_country text,
    payer_ip text NOT NULL,
    return_to text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    trans_id text,
    challenge_url text,
    challenge_method text,
    challenge_params text,
    reason text,
    settled boolean,
    accepted boolean,
    amount_units numeric(38,0),
    amount_currency text,
    card_key text,
    network text,
    reason_hidden boolean,
    charged_units numeric(38,0),
    won_units numeric(38,0),
    taken_units numeric(38,0),
    charged_from text,
    card_wallet text,
    CONSTRAINT attempt_charged_from_check CHECK ((charged_from = ANY (ARRAY['received'::text, 'gone'::text, 'here'::text])))
);

CREATE TABLE ${schema}.bank_entry (
    iban text NOT NULL,
    reference text NOT NULL,
    side text NOT NULL,
    units numeric(38,0) NOT NULL,
    currency text NOT NULL,
    booked_on text,
    is_return boolean NOT NULL,
    end_to_end_id text,
    remittance text NOT NULL,
    party_name text,
    party_iban text,
    file_hash bytea NOT NULL,
    imported_by text NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    outcome text,
    order_id text,
    identity text,
    whole_identity text,
    statement integer,
    other_texts text[] DEFAULT '{}'::text[] NOT NULL,
    repeat text,
    CONSTRAINT bank_entry_outcome_check CHECK ((outcome = ANY (ARRAY['matched'::text, 'owed'::text, 'by_hand'::text]))),
    CONSTRAINT bank_entry_repeat_check CHECK ((repeat = ANY (ARRAY['open'::text, 'booked'::text, 'dismissed'::text]))),
    CONSTRAINT bank_entry_side_check CHECK ((side = ANY (ARRAY['credit'::text, 'debit'::text]))),
    CONSTRAINT bank_entry_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.bank_payment (
    id text NOT NULL,
    order_id text,
    transfer_number integer,
    units numeric(38,0) NOT NULL,
    currency text NOT NULL,
    name text NOT NULL,
    iban text NOT NULL,
    remittance text NOT NULL,
    state text DEFAULT 'due'::text NOT NULL,
    file_id text,
    created_at timestamp with time zone NOT NULL,
    exported_at timestamp with time zone,
    partner_id text,
    has_left boolean DEFAULT false NOT NULL,
    exported_by text,
    bank_status text,
    rejected_at timestamp with time zone,
    rejected_by text,
    reject_reason text,
    CONSTRAINT bank_payment_id_check CHECK (((length(id) >= 1) AND (length(id) <= 35))),
    CONSTRAINT bank_payment_purpose CHECK (((order_id IS NULL) <> (partner_id IS NULL))),
    CONSTRAINT bank_payment_state_check CHECK ((state = ANY (ARRAY['due'::text, 'called_off'::text, 'exported'::text, 'rejected'::text, 'sent'::text, 'returned'::text]))),
    CONSTRAINT bank_payment_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.callback (
    id text NOT NULL,
    order_id text NOT NULL,
    partner_id text NOT NULL,
    seq integer NOT NULL,
    body text,
    state text DEFAULT 'waiting'::text NOT NULL,
    why text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    leased_by integer,
    event bigint,
    kind text,
    attempts jsonb,
    has_endpoints boolean DEFAULT true NOT NULL
);

CREATE TABLE ${schema}.callback_endpoint (
    id text NOT NULL,
    partner_id text NOT NULL,
    url text NOT NULL,
    description text,
    events text[] NOT NULL,
    secret_sealed bytea NOT NULL,
    former_secret_sealed bytea,
    former_secret_until timestamp with time zone,
    off_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT callback_endpoint_events_check CHECK ((cardinality(events) > 0))
);

CREATE TABLE ${schema}.card_form (
    session_id text NOT NULL,
    order_id text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.catalogue_change (
    id bigint NOT NULL,
    partner_id text,
    name text NOT NULL,
    value text,
    value_before text NOT NULL,
    effective_at timestamp with time zone NOT NULL,
    made_by text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    reason text
);

ALTER TABLE ${schema}.catalogue_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.catalogue_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.chain_block (
    chain_id bigint NOT NULL,
    reader text NOT NULL,
    number bigint NOT NULL,
    hash text NOT NULL,
    CONSTRAINT chain_block_hash_check CHECK ((hash ~ '^0x[0-9a-f]{64}$'::text)),
    CONSTRAINT chain_block_number_check CHECK ((number >= 0)),
    CONSTRAINT chain_block_reader_check CHECK ((reader <> ''::text))
);

CREATE TABLE ${schema}.chain_deposit (
    id text NOT NULL,
    chain_id bigint NOT NULL,
    address text NOT NULL,
    order_id text NOT NULL,
    entry text NOT NULL,
    txid text NOT NULL,
    sender text NOT NULL,
    signer text NOT NULL,
    nonce bigint NOT NULL,
    is_replacement boolean NOT NULL,
    currency text NOT NULL,
    units numeric(38,0) NOT NULL,
    state text NOT NULL,
    block_number bigint,
    block_hash text,
    mined_at timestamp with time zone,
    is_told boolean DEFAULT false NOT NULL,
    CONSTRAINT chain_deposit_check CHECK ((num_nulls(block_number, block_hash, mined_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT chain_deposit_check1 CHECK (((state <> 'final'::text) OR (block_number IS NOT NULL))),
    CONSTRAINT chain_deposit_state_check CHECK ((state = ANY (ARRAY['seen'::text, 'final'::text, 'gone'::text]))),
    CONSTRAINT chain_deposit_txid_check CHECK ((txid ~ '^0x[0-9a-f]{64}$'::text)),
    CONSTRAINT chain_deposit_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.chain_deposit_address (
    address text NOT NULL,
    chain_id bigint NOT NULL,
    order_id text NOT NULL,
    account text NOT NULL,
    number bigint NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT chain_deposit_address_address_check CHECK ((address ~ '^0x[0-9a-fA-F]{40}$'::text)),
    CONSTRAINT chain_deposit_address_chain_id_check CHECK ((chain_id > 0)),
    CONSTRAINT chain_deposit_address_number_check CHECK ((number >= 0))
);

CREATE SEQUENCE ${schema}.chain_deposit_number
    START WITH 0
    INCREMENT BY 1
    MINVALUE 0
    NO MAXVALUE
    CACHE 1;

CREATE TABLE ${schema}.chain_deposit_watch (
    chain_id bigint NOT NULL,
    height bigint NOT NULL,
    block_hash text NOT NULL,
    head bigint NOT NULL,
    looked_at timestamp with time zone NOT NULL,
    CONSTRAINT chain_deposit_watch_height_check CHECK ((height >= 0))
);

CREATE TABLE ${schema}.chain_income (
    id text NOT NULL,
    wallet text NOT NULL,
    chain_id bigint NOT NULL,
    currency text NOT NULL,
    units numeric(38,0) NOT NULL,
    block_number bigint NOT NULL,
    block_hash text NOT NULL,
    CONSTRAINT chain_income_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.chain_operator_wallet (
    chain_id bigint NOT NULL,
    address text NOT NULL,
    actor text NOT NULL,
    named_at timestamp with time zone NOT NULL,
    CONSTRAINT chain_operator_wallet_address_check CHECK ((address = lower(address)))
);

CREATE TABLE ${schema}.chain_payout (
    payout_id text NOT NULL,
    wallet text NOT NULL,
    chain_id bigint NOT NULL,
    nonce bigint NOT NULL,
    currency text NOT NULL,
    units numeric(38,0) NOT NULL,
    recipient text NOT NULL,
    gas bigint NOT NULL,
    state text NOT NULL,
    txid text,
    block_number bigint,
    block_hash text,
    fee_units numeric(38,0),
    times_final integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    order_id text,
    CONSTRAINT chain_payout_check CHECK (((state = ANY (ARRAY['done'::text, 'reverted'::text])) = (num_nulls(txid, block_number, block_hash, fee_units) = 0))),
    CONSTRAINT chain_payout_fee_units_check CHECK ((fee_units >= (0)::numeric)),
    CONSTRAINT chain_payout_gas_check CHECK ((gas > 0)),
    CONSTRAINT chain_payout_nonce_check CHECK ((nonce >= 0)),
    CONSTRAINT chain_payout_payout_id_check CHECK ((payout_id <> ''::text)),
    CONSTRAINT chain_payout_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'done'::text, 'reverted'::text, 'replaced'::text]))),
    CONSTRAINT chain_payout_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.chain_refusal (
    payout_id text NOT NULL,
    reason text NOT NULL,
    refused_at timestamp with time zone NOT NULL,
    CONSTRAINT chain_refusal_payout_id_check CHECK ((payout_id <> ''::text))
);

CREATE TABLE ${schema}.chain_release (
    wallet text NOT NULL,
    chain_id bigint NOT NULL,
    number integer NOT NULL,
    next_nonce bigint NOT NULL,
    reason text NOT NULL,
    actor text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT chain_release_number_check CHECK ((number >= 1))
);

CREATE TABLE ${schema}.chain_sweep (
    address text NOT NULL,
    chain_id bigint NOT NULL,
    nonce bigint NOT NULL,
    currency text NOT NULL,
    units numeric(38,0) NOT NULL,
    destination text NOT NULL,
    actor text NOT NULL,
    exported_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone,
    seen_height bigint,
    CONSTRAINT chain_sweep_nonce_check CHECK ((nonce >= 0)),
    CONSTRAINT chain_sweep_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.chain_swept (
    id text NOT NULL,
    address text NOT NULL,
    currency text NOT NULL,
    units numeric(38,0) NOT NULL,
    height bigint,
    capital_units numeric(38,0),
    entry text,
    is_taken_back boolean DEFAULT false NOT NULL
);

CREATE TABLE ${schema}.chain_transaction (
    txid text NOT NULL,
    payout_id text NOT NULL,
    number integer NOT NULL,
    raw text NOT NULL,
    max_fee_per_gas numeric(38,0) NOT NULL,
    max_priority_fee_per_gas numeric(38,0) NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    CONSTRAINT chain_transaction_number_check CHECK ((number >= 1)),
    CONSTRAINT chain_transaction_txid_check CHECK ((txid ~ '^0x[0-9a-f]{64}$'::text))
);

CREATE TABLE ${schema}.chain_wallet (
    address text NOT NULL,
    chain_id bigint NOT NULL,
    url text,
    tokens jsonb NOT NULL,
    next_nonce bigint NOT NULL,
    height bigint NOT NULL,
    block_hash text NOT NULL,
    seen_height bigint NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    stopped text,
    too_low jsonb DEFAULT '{}'::jsonb NOT NULL,
    stranger text,
    unreadable text,
    CONSTRAINT chain_wallet_address_check CHECK ((address ~ '^0x[0-9a-fA-F]{40}$'::text)),
    CONSTRAINT chain_wallet_chain_id_check CHECK ((chain_id > 0)),
    CONSTRAINT chain_wallet_check CHECK ((seen_height >= height)),
    CONSTRAINT chain_wallet_height_check CHECK ((height >= 0)),
    CONSTRAINT chain_wallet_next_nonce_check CHECK ((next_nonce >= 0))
);

CREATE TABLE ${schema}.chain_watch (
    id text NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    leased_by integer,
    CONSTRAINT chain_watch_id_check CHECK ((id = 'chain'::text))
);

CREATE TABLE ${schema}.client (
    id text NOT NULL,
    partner_id text NOT NULL,
    email text NOT NULL,
    level text NOT NULL,
    payer jsonb,
    created_at timestamp with time zone NOT NULL,
    identities integer DEFAULT 0 NOT NULL,
    withdrawals_locked_until timestamp with time zone,
    credentials_version integer DEFAULT 0 NOT NULL,
    documents jsonb,
    CONSTRAINT client_email_check CHECK ((email = lower(email)))
);

CREATE TABLE ${schema}.client_account (
    client_id text NOT NULL,
    partner_id text NOT NULL,
    external_id text NOT NULL,
    password_hash text NOT NULL,
    phone text,
    email_verified boolean NOT NULL,
    phone_verified boolean NOT NULL,
    first_name text,
    last_name text,
    birth_date text,
    gender text,
    country text,
    created_at timestamp with time zone NOT NULL,
    login_country text,
    metadata jsonb,
    CONSTRAINT client_account_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text])))
);

CREATE TABLE ${schema}.client_mail (
    id text NOT NULL,
    client_id text NOT NULL,
    body_sealed bytea,
    state text DEFAULT 'waiting'::text NOT NULL,
    why text,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    leased_by integer,
    due_attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT client_mail_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'unknown'::text])))
);

CREATE TABLE ${schema}.coupon (
    partner_id text NOT NULL,
    code text NOT NULL,
    off_bps integer NOT NULL,
    valid_from timestamp with time zone NOT NULL,
    valid_until timestamp with time zone NOT NULL,
    most_uses integer NOT NULL,
    uses integer DEFAULT 0 NOT NULL,
    most_uses_each integer,
    CONSTRAINT coupon_has_uses CHECK ((uses <= most_uses)),
    CONSTRAINT coupon_most_uses_check CHECK ((most_uses > 0)),
    CONSTRAINT coupon_most_uses_each_check CHECK ((most_uses_each > 0)),
    CONSTRAINT coupon_off_bps_check CHECK (((off_bps >= 1) AND (off_bps <= 10000)))
);

CREATE TABLE ${schema}.delivery_attempt (
    callback_id text NOT NULL,
    endpoint_id text,
    at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    why text,
    answer text
);

CREATE TABLE ${schema}.departure (
    payment_id text NOT NULL,
    currency text NOT NULL,
    eur_cents bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT departure_eur_cents_check CHECK ((eur_cents >= 0))
);

CREATE TABLE ${schema}.departure_minute (
    minute timestamp with time zone NOT NULL,
    eur_cents bigint NOT NULL
);

CREATE TABLE ${schema}.departure_waiting (
    payment_id text NOT NULL,
    order_id text NOT NULL,
    currency text NOT NULL,
    units numeric(38,0) NOT NULL,
    why text NOT NULL,
    since timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT departure_waiting_why_check CHECK ((why = ANY (ARRAY['paused'::text, 'hour_cap'::text, 'day_cap'::text])))
);

CREATE TABLE ${schema}.deposit (
    order_id text NOT NULL,
    number integer NOT NULL,
    entry text NOT NULL,
    units numeric(38,0) NOT NULL,
    currency text NOT NULL,
    sender text NOT NULL,
    mined_at timestamp with time zone,
    is_replacement boolean NOT NULL,
    state text NOT NULL,
    refund_fee_units numeric(38,0),
    refund_failures integer NOT NULL,
    lost_from text,
    seen_at timestamp with time zone,
    CONSTRAINT deposit_lost_from_check CHECK ((lost_from = ANY (ARRAY['received'::text, 'written_off'::text, 'owed'::text, 'returning'::text, 'returned'::text, 'closed'::text]))),
    CONSTRAINT deposit_refund_fee_units_check CHECK ((refund_fee_units >= (0)::numeric)),
    CONSTRAINT deposit_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.device (
    id text NOT NULL,
    client_id text NOT NULL,
    key_hash bytea,
    credentials_version integer NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.device_passkey (
    device_id text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    backed_up boolean NOT NULL,
    transports text[] NOT NULL
);

CREATE TABLE ${schema}.endpoint_callback (
    endpoint_id text NOT NULL,
    callback_id text NOT NULL,
    id text GENERATED ALWAYS AS (((endpoint_id || ':'::text) || callback_id)) STORED NOT NULL,
    order_id text NOT NULL,
    seq integer NOT NULL,
    kind text,
    state text NOT NULL,
    why text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    leased_by integer,
    due_attempts integer DEFAULT 0 NOT NULL,
    attempts jsonb,
    CONSTRAINT endpoint_callback_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'acknowledged'::text, 'failed'::text])))
);

CREATE TABLE ${schema}.entry_code (
    entry text NOT NULL,
    partner_id text NOT NULL,
    email text NOT NULL,
    code_hash bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    link_hash bytea,
    press_hash bytea,
    press_tries integer DEFAULT 0 NOT NULL
);

CREATE TABLE ${schema}.event_publication (
    partner_id text NOT NULL,
    published bigint NOT NULL
);

CREATE TABLE ${schema}.event_publisher (
    name text NOT NULL,
    due_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone,
    lease_until timestamp with time zone,
    leased_by integer,
    due_attempts integer DEFAULT 0 NOT NULL
);

CREATE TABLE ${schema}.idempotency (
    caller text NOT NULL,
    caller_id text NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    answer_sealed bytea,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.inbox (
    id text GENERATED ALWAYS AS (((source || ':'::text) || reference)) STORED NOT NULL,
    source text NOT NULL,
    reference text NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    leased_by integer,
    CONSTRAINT inbox_source_check CHECK ((source ~ '^[a-z]+$'::text))
);

CREATE TABLE ${schema}.inner_key (
    name text NOT NULL,
    key_id text NOT NULL,
    wrapped_key bytea NOT NULL,
    sealed bytea NOT NULL,
    CONSTRAINT inner_key_name_check CHECK ((name = ANY (ARRAY['seal'::text, 'fingerprint'::text])))
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

CREATE VIEW ${schema}.journal_mark AS
 SELECT j.id AS journal_id,
    (${schema}.mark_of(concat_ws(''::text, j.id, j.kind, j.reference, COALESCE(j.resolves, ''::text), j.lines, encode(j.digest, 'hex'::text), ((EXTRACT(epoch FROM j.posted_at) * (1000000)::numeric))::bigint)) || COALESCE(lines.marks, '\x'::bytea)) AS marks,
    (j.digest = sha256(convert_to(((jsonb_build_object('id', j.id, 'kind', j.kind, 'reference', j.reference, 'postings', COALESCE(lines.given, '[]'::jsonb)) ||
        CASE
            WHEN (j.resolves IS NULL) THEN '{}'::jsonb
            ELSE jsonb_build_object('resolves', j.resolves)
        END))::text, 'UTF8'::name))) AS is_as_written,
    j.posted_at
   FROM ${schema}.journal j,
    LATERAL ( SELECT string_agg(${schema}.mark_of(concat_ws(''::text, p.line, a.asset, p.layer, p.units, a.name)), '\x'::bytea ORDER BY p.line) AS marks,
            jsonb_agg(jsonb_build_object('account', a.name, 'asset', a.asset, 'layer', p.layer, 'units', (p.units)::text) ORDER BY p.line) FILTER (WHERE (p.line > held.lines)) AS given
           FROM (${schema}.posting p
             JOIN ${schema}.account a ON ((a.id = p.account_id))),
            ( SELECT count(*) FILTER (WHERE (h.layer = 'pending'::text)) AS lines
                   FROM (${schema}.journal k
                     JOIN ${schema}.posting h ON (((h.journal_id = k.id) AND ((h.posted_on = '-infinity'::date) OR (h.posted_on = ((k.posted_at AT TIME ZONE 'UTC'::text))::date)))))
                  WHERE (k.id = j.resolves)) held
          WHERE ((p.journal_id = j.id) AND (p.posted_on = ANY (ARRAY['-infinity'::date, ((j.posted_at AT TIME ZONE 'UTC'::text))::date])))) lines;

CREATE TABLE ${schema}.journal_unsealed (
    journal_id text NOT NULL
);

CREATE TABLE ${schema}.ledger_seal (
    number bigint NOT NULL,
    day date NOT NULL,
    journals integer NOT NULL,
    hash bytea NOT NULL,
    journal_ids text[] NOT NULL,
    marks bytea[] NOT NULL,
    CONSTRAINT ledger_seal_journals_check CHECK ((journals >= 1)),
    CONSTRAINT ledger_seal_number_check CHECK ((number >= 1))
);
ALTER TABLE ONLY ${schema}.ledger_seal ALTER COLUMN journal_ids SET STORAGE EXTERNAL;
ALTER TABLE ONLY ${schema}.ledger_seal ALTER COLUMN marks SET STORAGE EXTERNAL;

CREATE TABLE ${schema}.legal_notice (
    id bigint NOT NULL,
    version text NOT NULL,
    name text NOT NULL,
    terms_url text,
    privacy_url text,
    help_url text,
    card_holder text,
    languages text[] NOT NULL,
    first_at timestamp with time zone NOT NULL
);

ALTER TABLE ${schema}.legal_notice ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.legal_notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.limit_window (
    name text NOT NULL,
    key text NOT NULL,
    count bigint NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.login_token (
    token_hash bytea NOT NULL,
    client_id text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    credentials_version integer
);

CREATE TABLE ${schema}.logo (
    name text NOT NULL,
    type text NOT NULL,
    body bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.mail_code (
    partner_id text NOT NULL,
    email text NOT NULL,
    code_hash bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.message (
    id text NOT NULL,
    partner_id text NOT NULL,
    body_sealed bytea,
    state text DEFAULT 'waiting'::text NOT NULL,
    carrier_id text,
    why text,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    leased_by integer,
    CONSTRAINT message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'unknown'::text])))
);

CREATE TABLE ${schema}.operator_act (
    id text NOT NULL,
    act text NOT NULL,
    detail jsonb NOT NULL,
    reason text,
    actor text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.order_act (
    id text NOT NULL,
    order_id text NOT NULL,
    act text NOT NULL,
    reason text NOT NULL,
    actor text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.order_event (
    order_id text NOT NULL,
    seq integer NOT NULL,
    fact text NOT NULL,
    status text NOT NULL,
    substatus text,
    detail jsonb,
    at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.order_legal_notice (
    order_id text NOT NULL,
    legal_notice_id bigint NOT NULL
);

CREATE TABLE ${schema}.order_metadata (
    order_id text NOT NULL,
    metadata jsonb NOT NULL
);

CREATE TABLE ${schema}.order_milestone (
    partner_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    order_id text NOT NULL,
    older bigint NOT NULL,
    orders bigint NOT NULL
);

CREATE TABLE ${schema}.order_trace (
    order_id text NOT NULL,
    traceparent text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT order_trace_traceparent_check CHECK ((traceparent ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'::text))
);

CREATE TABLE ${schema}.order_uncounted (
    partner_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    order_id text NOT NULL
);

CREATE TABLE ${schema}.orders (
    id text NOT NULL,
    partner_id text NOT NULL,
    partner_order_id text NOT NULL,
    request_id text,
    origin text NOT NULL,
    callback_version smallint NOT NULL,
    client_id text,
    email text,
    payin_units numeric(38,0) NOT NULL,
    payin_currency text NOT NULL,
    payin_group text NOT NULL,
    payout_units numeric(38,0) NOT NULL,
    payout_currency text NOT NULL,
    payout_group text NOT NULL,
    rate numeric(60,0) NOT NULL,
    payin_fee_units numeric(38,0) NOT NULL,
    margin_fee_units numeric(38,0) NOT NULL,
    payout_fee_units numeric(38,0) NOT NULL,
    leftover_units numeric(38,0) NOT NULL,
    payin_eur_units numeric(38,0) NOT NULL,
    payout_eur_units numeric(38,0) NOT NULL,
    margin_eur_units numeric(38,0) NOT NULL,
    address text NOT NULL,
    memo text,
    purchase_units numeric(38,0),
    purchase_currency text,
    coupon text,
    floating boolean NOT NULL,
    client_ip text NOT NULL,
    client_country text,
    remote_country text,
    secret_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status text NOT NULL,
    substatus text,
    seq integer NOT NULL,
    expires_at timestamp with time zone,
    payout_id text,
    payout_state text,
    payout_txid text,
    payout_reason text,
    limit_level text,
    limit_left_units numeric(38,0),
    limit_url text,
    error_message text,
    hold_reason text,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    network_bps integer NOT NULL,
    service_bps integer NOT NULL,
    spread_bps integer NOT NULL,
    transfer_eur_units numeric(38,0) NOT NULL,
    balance_state text,
    wrong_codes smallint,
    child_id text,
    child_units numeric(38,0),
    child_currency text,
    statuses text,
    leased_by integer,
    payin_address text,
    refund_address text,
    price_held_until timestamp with time zone,
    first_payout_units numeric(38,0),
    as_first boolean DEFAULT false NOT NULL,
    checked boolean DEFAULT false NOT NULL,
    updated_at timestamp with time zone,
    stops text[],
    legal_notice_id bigint
);

CREATE TABLE ${schema}.outbox (
    number bigint NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    page text
);

ALTER TABLE ${schema}.outbox ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.outbox_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.owed_act (
    id text NOT NULL,
    owed text NOT NULL,
    act text NOT NULL,
    reason text NOT NULL,
    actor text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.partner (
    id text NOT NULL,
    name text NOT NULL,
    api_key text NOT NULL,
    secret_sealed bytea NOT NULL,
    callback_secret_sealed bytea NOT NULL,
    origins text[] NOT NULL,
    callback_url text,
    callback_version smallint,
    callbacks_off_at timestamp with time zone,
    require_timestamp boolean NOT NULL,
    first_order_free boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    settlement text DEFAULT 'address'::text NOT NULL,
    suspended_at timestamp with time zone,
    former_api_key text,
    former_api_key_until timestamp with time zone,
    former_secret_sealed bytea,
    former_secret_until timestamp with time zone,
    former_callback_secret_sealed bytea,
    former_callback_secret_until timestamp with time zone,
    statuses text DEFAULT 'all'::text NOT NULL,
    last_event bigint DEFAULT 0 NOT NULL,
    identifies_clients boolean DEFAULT false NOT NULL,
    attempt_callbacks boolean DEFAULT false NOT NULL,
    least_signature_version smallint DEFAULT 1 NOT NULL,
    allowed_addresses text[] DEFAULT '{}'::text[] NOT NULL,
    theme jsonb,
    logo text,
    logo_dark text,
    callback_events text[] DEFAULT '{all}'::text[] NOT NULL,
    code_url text,
    code_url_held boolean DEFAULT false NOT NULL,
    contact_email text,
    ensured_callback_url text,
    moved_to text,
    CONSTRAINT partner_callback_version_check CHECK ((callback_version = ANY (ARRAY[1, 2]))),
    CONSTRAINT partner_contact_email_check CHECK ((contact_email = lower(contact_email))),
    CONSTRAINT partner_least_signature_version_check CHECK ((least_signature_version = ANY (ARRAY[1, 2]))),
    CONSTRAINT partner_settlement_check CHECK ((settlement = ANY (ARRAY['address'::text, 'balance'::text]))),
    CONSTRAINT partner_statuses_check CHECK ((statuses = ANY (ARRAY['all'::text, 'plain'::text])))
);

CREATE TABLE ${schema}.partner_act (
    id text NOT NULL,
    partner_id text NOT NULL,
    act text NOT NULL,
    detail jsonb NOT NULL,
    reason text,
    actor text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.partner_mail (
    id text NOT NULL,
    partner_id text,
    body_sealed bytea,
    state text DEFAULT 'waiting'::text NOT NULL,
    why text,
    until timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    leased_by integer,
    due_attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT partner_mail_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'unknown'::text])))
);

CREATE TABLE ${schema}.partner_move (
    id text NOT NULL,
    partner_id text NOT NULL,
    direction text NOT NULL,
    from_cell text NOT NULL,
    to_cell text NOT NULL,
    at timestamp with time zone NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT partner_move_check CHECK ((to_cell <> from_cell)),
    CONSTRAINT partner_move_direction_check CHECK ((direction = ANY (ARRAY['away'::text, 'here'::text])))
);

ALTER TABLE ${schema}.partner_move ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.partner_move_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.partner_order_claim (
    partner_id text NOT NULL,
    partner_order_id text NOT NULL
);

CREATE TABLE ${schema}.partner_passkey (
    id text NOT NULL,
    partner_id text NOT NULL,
    email text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    backed_up boolean NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE ${schema}.partner_request (
    id bigint NOT NULL,
    partner_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    duration_ms integer NOT NULL,
    request_id text NOT NULL,
    code text,
    earlier jsonb
);

ALTER TABLE ${schema}.partner_request ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.partner_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.partner_session (
    token_hash bytea NOT NULL,
    partner_id text NOT NULL,
    email text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    passkey_id text
);

CREATE TABLE ${schema}.partner_sign_in (
    token_hash bytea NOT NULL,
    partner_id text NOT NULL,
    email text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.passkey_challenge (
    challenge_hash bytea NOT NULL,
    asker_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.person_mark (
    client_id text NOT NULL,
    kind text NOT NULL,
    mark text NOT NULL,
    order_id text DEFAULT ''::text NOT NULL,
    CONSTRAINT person_mark_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'name'::text, 'card'::text, 'address'::text])))
);

CREATE TABLE ${schema}.primary_server (
    one boolean DEFAULT true NOT NULL,
    started_at timestamp with time zone NOT NULL,
    CONSTRAINT primary_server_one_check CHECK (one)
);

CREATE TABLE ${schema}.process (
    id integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    layouts text[] DEFAULT '{}'::text[] NOT NULL
);

CREATE TABLE ${schema}.quote (
    id text NOT NULL,
    request_id text NOT NULL,
    client_id text,
    coupon text,
    as_first boolean NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    payin_units numeric(38,0) NOT NULL,
    payin_currency text NOT NULL,
    payin_group text NOT NULL,
    payout_units numeric(38,0) NOT NULL,
    payout_currency text NOT NULL,
    payout_group text NOT NULL,
    rate numeric(60,0) NOT NULL,
    payin_fee_units numeric(38,0) NOT NULL,
    margin_fee_units numeric(38,0) NOT NULL,
    payout_fee_units numeric(38,0) NOT NULL,
    leftover_units numeric(38,0) NOT NULL,
    payin_eur_units numeric(38,0) NOT NULL,
    payout_eur_units numeric(38,0) NOT NULL,
    margin_eur_units numeric(38,0) NOT NULL,
    network_bps integer NOT NULL,
    service_bps integer NOT NULL,
    spread_bps integer NOT NULL,
    transfer_eur_units numeric(38,0) NOT NULL
);

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

CREATE TABLE ${schema}.sanctioned_wallet (
    address text NOT NULL,
    coin text NOT NULL,
    source text NOT NULL
);

CREATE TABLE ${schema}.sanctions_refresh (
    id bigint NOT NULL,
    source text NOT NULL,
    sha256 text NOT NULL,
    wallets integer NOT NULL,
    added integer NOT NULL,
    removed integer NOT NULL,
    actor text NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ${schema}.sanctions_refresh ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ${schema}.sanctions_refresh_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ${schema}.sandbox_transfer (
    payout_id text NOT NULL,
    txid text,
    refused text,
    units numeric(38,0) NOT NULL,
    currency text NOT NULL,
    address text NOT NULL,
    memo text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sandbox_transfer_address_check CHECK ((address <> ''::text)),
    CONSTRAINT sandbox_transfer_check CHECK ((num_nonnulls(txid, refused) = 1)),
    CONSTRAINT sandbox_transfer_payout_id_check CHECK ((payout_id <> ''::text)),
    CONSTRAINT sandbox_transfer_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT sandbox_transfer_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.saved_card (
    id text NOT NULL,
    client_id text NOT NULL,
    token_hash bytea NOT NULL,
    token_sealed bytea,
    mask text NOT NULL,
    brand text,
    expiry text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE ${schema}.sealing_key (
    fingerprint bytea NOT NULL,
    only_one boolean DEFAULT true NOT NULL,
    CONSTRAINT sealing_key_only_one_check CHECK (only_one)
);

CREATE TABLE ${schema}.session (
    token_hash bytea NOT NULL,
    client_id text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    opened_by text,
    device_id text,
    CONSTRAINT session_opened_by_check CHECK ((opened_by = ANY (ARRAY['code'::text, 'device'::text, 'login'::text])))
);

CREATE TABLE ${schema}.transfer (
    order_id text NOT NULL,
    number integer NOT NULL,
    entry text NOT NULL,
    units numeric(38,0) NOT NULL,
    currency text NOT NULL,
    payer_name text,
    payer_iban text,
    state text NOT NULL,
    taken_units numeric(38,0),
    again_units numeric(38,0),
    taken_from text,
    seen_at timestamp with time zone,
    CONSTRAINT transfer_check CHECK (((again_units >= (0)::numeric) AND (again_units <= taken_units))),
    CONSTRAINT transfer_taken_from_check CHECK ((taken_from = ANY (ARRAY['received'::text, 'returned'::text, 'closed'::text, 'here'::text]))),
    CONSTRAINT transfer_taken_units_check CHECK ((taken_units > (0)::numeric)),
    CONSTRAINT transfer_units_check CHECK ((units > (0)::numeric))
);

CREATE TABLE ${schema}.verification (
    token_hash bytea NOT NULL,
    client_id text NOT NULL,
    order_id text,
    level text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    approved boolean,
    documents jsonb
);

CREATE TABLE ${schema}.verification_review (
    id text NOT NULL,
    client_id text NOT NULL,
    applicant_id text NOT NULL,
    provider text NOT NULL,
    level text NOT NULL,
    order_id text,
    documents jsonb NOT NULL,
    differences text[] NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    outcome text,
    reason text,
    actor text,
    CONSTRAINT verification_review_check CHECK (((closed_at IS NULL) = (outcome IS NULL))),
    CONSTRAINT verification_review_check1 CHECK (((outcome IS NULL) OR (outcome = 'superseded'::text) OR ((reason IS NOT NULL) AND (actor IS NOT NULL)))),
    CONSTRAINT verification_review_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'refused'::text, 'superseded'::text])))
);

CREATE TABLE ${schema}.widget_request (
    id text NOT NULL,
    partner_id text NOT NULL,
    partner_order_id text NOT NULL,
    fields jsonb NOT NULL,
    draft jsonb,
    draft_destination jsonb,
    created_at timestamp with time zone NOT NULL,
    opened_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    used boolean DEFAULT false NOT NULL,
    canceled_at timestamp with time zone,
    released boolean DEFAULT false NOT NULL
);

CREATE TABLE ${schema}.withdrawal_code (
    order_id text NOT NULL,
    uuid text NOT NULL,
    code_hash bytea,
    callback_id text NOT NULL,
    body_sealed bytea,
    state text DEFAULT 'waiting'::text NOT NULL,
    why text,
    expires_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    lease_until timestamp with time zone,
    due_attempts integer DEFAULT 0 NOT NULL,
    leased_by integer,
    event bigint,
    reader text,
    CONSTRAINT withdrawal_code_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'acknowledged'::text, 'failed'::text])))
);

CREATE TABLE ${schema}.wrong_withdrawal_code (
    client_id text NOT NULL,
    order_id text NOT NULL,
    at timestamp with time zone NOT NULL
);

INSERT INTO ${schema}.chain_watch VALUES ('chain', '2000-01-01 00:00:00+00', NULL, 0, NULL);

INSERT INTO ${schema}.event_publisher VALUES ('feed', '1970-01-01 00:00:00+00', NULL, NULL, 0);

SELECT pg_catalog.setval('${schema}.account_id_seq', 1, false);

SELECT pg_catalog.setval('${schema}.catalogue_change_id_seq', 1, false);

SELECT pg_catalog.setval('${schema}.chain_deposit_number', 0, false);

SELECT pg_catalog.setval('${schema}.legal_notice_id_seq', 1, false);

SELECT pg_catalog.setval('${schema}.outbox_number_seq', 1, false);

SELECT pg_catalog.setval('${schema}.partner_move_number_seq', 1, false);

SELECT pg_catalog.setval('${schema}.partner_request_id_seq', 1, false);

SELECT pg_catalog.setval('${schema}.readiness_id_seq', 1, false);

SELECT pg_catalog.setval('${schema}.sanctions_refresh_id_seq', 1, false);

ALTER TABLE ONLY ${schema}.account
    ADD CONSTRAINT account_name_asset_key UNIQUE (name, asset);

ALTER TABLE ONLY ${schema}.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (order_id, number);

ALTER TABLE ONLY ${schema}.attempt
    ADD CONSTRAINT attempt_platform_order_id_key UNIQUE (platform_order_id);

ALTER TABLE ONLY ${schema}.bank_entry
    ADD CONSTRAINT bank_entry_pkey PRIMARY KEY (iban, reference);

ALTER TABLE ONLY ${schema}.bank_payment
    ADD CONSTRAINT bank_payment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.callback_endpoint
    ADD CONSTRAINT callback_endpoint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.callback
    ADD CONSTRAINT callback_order_id_seq_key UNIQUE (order_id, seq);

ALTER TABLE ONLY ${schema}.callback
    ADD CONSTRAINT callback_pkey PRIMARY KEY (id);

ALTER TABLE ${schema}.callback
    ADD CONSTRAINT callback_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'acknowledged'::text, 'failed'::text, 'feed_only'::text]))) NOT VALID;

ALTER TABLE ONLY ${schema}.card_form
    ADD CONSTRAINT card_form_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY ${schema}.catalogue_change
    ADD CONSTRAINT catalogue_change_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.chain_block
    ADD CONSTRAINT chain_block_pkey PRIMARY KEY (chain_id, reader, number);

ALTER TABLE ONLY ${schema}.chain_deposit_address
    ADD CONSTRAINT chain_deposit_address_account_number_key UNIQUE (account, number);

ALTER TABLE ONLY ${schema}.chain_deposit_address
    ADD CONSTRAINT chain_deposit_address_order_id_key UNIQUE (order_id);

ALTER TABLE ONLY ${schema}.chain_deposit_address
    ADD CONSTRAINT chain_deposit_address_pkey PRIMARY KEY (address);

ALTER TABLE ONLY ${schema}.chain_deposit
    ADD CONSTRAINT chain_deposit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.chain_deposit_watch
    ADD CONSTRAINT chain_deposit_watch_pkey PRIMARY KEY (chain_id);

ALTER TABLE ONLY ${schema}.chain_income
    ADD CONSTRAINT chain_income_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.chain_operator_wallet
    ADD CONSTRAINT chain_operator_wallet_pkey PRIMARY KEY (chain_id, address);

ALTER TABLE ONLY ${schema}.chain_payout
    ADD CONSTRAINT chain_payout_pkey PRIMARY KEY (payout_id);

ALTER TABLE ONLY ${schema}.chain_payout
    ADD CONSTRAINT chain_payout_wallet_chain_id_nonce_key UNIQUE (wallet, chain_id, nonce);

ALTER TABLE ONLY ${schema}.chain_refusal
    ADD CONSTRAINT chain_refusal_pkey PRIMARY KEY (payout_id);

ALTER TABLE ONLY ${schema}.chain_release
    ADD CONSTRAINT chain_release_pkey PRIMARY KEY (wallet, chain_id, number);

ALTER TABLE ONLY ${schema}.chain_sweep
    ADD CONSTRAINT chain_sweep_pkey PRIMARY KEY (address, chain_id, nonce);

ALTER TABLE ONLY ${schema}.chain_swept
    ADD CONSTRAINT chain_swept_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.chain_transaction
    ADD CONSTRAINT chain_transaction_payout_id_number_key UNIQUE (payout_id, number);

ALTER TABLE ONLY ${schema}.chain_transaction
    ADD CONSTRAINT chain_transaction_pkey PRIMARY KEY (txid);

ALTER TABLE ONLY ${schema}.chain_wallet
    ADD CONSTRAINT chain_wallet_pkey PRIMARY KEY (address, chain_id);

ALTER TABLE ONLY ${schema}.chain_watch
    ADD CONSTRAINT chain_watch_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.client_account
    ADD CONSTRAINT client_account_external_id UNIQUE (partner_id, external_id);

ALTER TABLE ONLY ${schema}.client_account
    ADD CONSTRAINT client_account_pkey PRIMARY KEY (client_id);

ALTER TABLE ONLY ${schema}.client_mail
    ADD CONSTRAINT client_mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.client
    ADD CONSTRAINT client_partner_id_email_key UNIQUE (partner_id, email);

ALTER TABLE ONLY ${schema}.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.coupon
    ADD CONSTRAINT coupon_pkey PRIMARY KEY (partner_id, code);

ALTER TABLE ONLY ${schema}.departure_minute
    ADD CONSTRAINT departure_minute_pkey PRIMARY KEY (minute);

ALTER TABLE ONLY ${schema}.departure
    ADD CONSTRAINT departure_pkey PRIMARY KEY (payment_id);

ALTER TABLE ONLY ${schema}.departure_waiting
    ADD CONSTRAINT departure_waiting_pkey PRIMARY KEY (payment_id);

ALTER TABLE ONLY ${schema}.deposit
    ADD CONSTRAINT deposit_order_id_entry_key UNIQUE (order_id, entry);

ALTER TABLE ONLY ${schema}.deposit
    ADD CONSTRAINT deposit_pkey PRIMARY KEY (order_id, number);

ALTER TABLE ONLY ${schema}.device
    ADD CONSTRAINT device_key_hash_key UNIQUE (key_hash);

ALTER TABLE ONLY ${schema}.device_passkey
    ADD CONSTRAINT device_passkey_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY ${schema}.device_passkey
    ADD CONSTRAINT device_passkey_pkey PRIMARY KEY (device_id);

ALTER TABLE ONLY ${schema}.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.endpoint_callback
    ADD CONSTRAINT endpoint_callback_endpoint_id_order_id_seq_key UNIQUE (endpoint_id, order_id, seq);

ALTER TABLE ONLY ${schema}.endpoint_callback
    ADD CONSTRAINT endpoint_callback_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.entry_code
    ADD CONSTRAINT entry_code_link_hash_key UNIQUE (link_hash);

ALTER TABLE ONLY ${schema}.entry_code
    ADD CONSTRAINT entry_code_pkey PRIMARY KEY (entry);

ALTER TABLE ONLY ${schema}.event_publication
    ADD CONSTRAINT event_publication_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY ${schema}.event_publisher
    ADD CONSTRAINT event_publisher_pkey PRIMARY KEY (name);

ALTER TABLE ONLY ${schema}.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (caller, caller_id, route, key);

ALTER TABLE ONLY ${schema}.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.inner_key
    ADD CONSTRAINT inner_key_pkey PRIMARY KEY (name);

ALTER TABLE ONLY ${schema}.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.journal
    ADD CONSTRAINT journal_resolves_key UNIQUE (resolves);

ALTER TABLE ONLY ${schema}.ledger_seal
    ADD CONSTRAINT ledger_seal_pkey PRIMARY KEY (number);

ALTER TABLE ONLY ${schema}.legal_notice
    ADD CONSTRAINT legal_notice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.legal_notice
    ADD CONSTRAINT legal_notice_version_name_terms_url_privacy_url_help_url_ca_key UNIQUE NULLS NOT DISTINCT (version, name, terms_url, privacy_url, help_url, card_holder, languages);

ALTER TABLE ONLY ${schema}.limit_window
    ADD CONSTRAINT limit_window_pkey PRIMARY KEY (name, key);

ALTER TABLE ONLY ${schema}.login_token
    ADD CONSTRAINT login_token_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY ${schema}.logo
    ADD CONSTRAINT logo_pkey PRIMARY KEY (name);

ALTER TABLE ONLY ${schema}.mail_code
    ADD CONSTRAINT mail_code_pkey PRIMARY KEY (partner_id, email);

ALTER TABLE ONLY ${schema}.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.operator_act
    ADD CONSTRAINT operator_act_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.order_act
    ADD CONSTRAINT order_act_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.order_event
    ADD CONSTRAINT order_event_pkey PRIMARY KEY (order_id, seq);

ALTER TABLE ONLY ${schema}.order_legal_notice
    ADD CONSTRAINT order_legal_notice_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY ${schema}.order_metadata
    ADD CONSTRAINT order_metadata_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY ${schema}.order_milestone
    ADD CONSTRAINT order_milestone_pkey PRIMARY KEY (partner_id, created_at, order_id);

ALTER TABLE ONLY ${schema}.order_trace
    ADD CONSTRAINT order_trace_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY ${schema}.order_uncounted
    ADD CONSTRAINT order_uncounted_pkey PRIMARY KEY (partner_id, created_at, order_id);

ALTER TABLE ONLY ${schema}.orders
    ADD CONSTRAINT orders_partner_id_partner_order_id_key UNIQUE (partner_id, partner_order_id);

ALTER TABLE ONLY ${schema}.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (number);

ALTER TABLE ONLY ${schema}.owed_act
    ADD CONSTRAINT owed_act_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.partner_act
    ADD CONSTRAINT partner_act_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.partner
    ADD CONSTRAINT partner_api_key_key UNIQUE (api_key);

ALTER TABLE ONLY ${schema}.partner
    ADD CONSTRAINT partner_former_api_key_key UNIQUE (former_api_key);

ALTER TABLE ONLY ${schema}.partner_mail
    ADD CONSTRAINT partner_mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.partner_move
    ADD CONSTRAINT partner_move_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.partner_order_claim
    ADD CONSTRAINT partner_order_claim_pkey PRIMARY KEY (partner_id, partner_order_id);

ALTER TABLE ONLY ${schema}.partner_passkey
    ADD CONSTRAINT partner_passkey_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY ${schema}.partner_passkey
    ADD CONSTRAINT partner_passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.partner
    ADD CONSTRAINT partner_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.partner_request
    ADD CONSTRAINT partner_request_pkey PRIMARY KEY (partner_id, at, id);

ALTER TABLE ONLY ${schema}.partner_session
    ADD CONSTRAINT partner_session_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY ${schema}.partner_sign_in
    ADD CONSTRAINT partner_sign_in_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY ${schema}.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY ${schema}.person_mark
    ADD CONSTRAINT person_mark_pkey PRIMARY KEY (client_id, kind, mark, order_id);

ALTER TABLE ONLY ${schema}.posting
    ADD CONSTRAINT posting_pkey PRIMARY KEY (journal_id, line);

ALTER TABLE ONLY ${schema}.primary_server
    ADD CONSTRAINT primary_server_pkey PRIMARY KEY (one);

ALTER TABLE ONLY ${schema}.process
    ADD CONSTRAINT process_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.quote
    ADD CONSTRAINT quote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.readiness
    ADD CONSTRAINT readiness_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.sanctioned_wallet
    ADD CONSTRAINT sanctioned_wallet_pkey PRIMARY KEY (address);

ALTER TABLE ONLY ${schema}.sanctions_refresh
    ADD CONSTRAINT sanctions_refresh_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.sandbox_transfer
    ADD CONSTRAINT sandbox_transfer_pkey PRIMARY KEY (payout_id);

ALTER TABLE ONLY ${schema}.sandbox_transfer
    ADD CONSTRAINT sandbox_transfer_txid_key UNIQUE (txid);

ALTER TABLE ONLY ${schema}.saved_card
    ADD CONSTRAINT saved_card_client_id_token_hash_key UNIQUE (client_id, token_hash);

ALTER TABLE ONLY ${schema}.saved_card
    ADD CONSTRAINT saved_card_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.sealing_key
    ADD CONSTRAINT sealing_key_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY ${schema}.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY ${schema}.transfer
    ADD CONSTRAINT transfer_order_id_entry_key UNIQUE (order_id, entry);

ALTER TABLE ONLY ${schema}.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (order_id, number);

ALTER TABLE ONLY ${schema}.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY ${schema}.verification_review
    ADD CONSTRAINT verification_review_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.widget_request
    ADD CONSTRAINT widget_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ${schema}.withdrawal_code
    ADD CONSTRAINT withdrawal_code_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY ${schema}.withdrawal_code
    ADD CONSTRAINT withdrawal_code_uuid_key UNIQUE (uuid);

CREATE INDEX attempt_declined_bin ON ${schema}.attempt USING btree ("left"(card_mask, 6), opened_at) WHERE ((state = 'declined'::text) AND (card_key IS NOT NULL));

CREATE INDEX attempt_declined_card ON ${schema}.attempt USING btree (card_key, opened_at) WHERE (state = 'declined'::text);

CREATE INDEX attempt_declined_network ON ${schema}.attempt USING btree (network, opened_at) WHERE (state = 'declined'::text);

CREATE UNIQUE INDEX attempt_live ON ${schema}.attempt USING btree (order_id) WHERE (state = ANY (ARRAY['open'::text, 'challenged'::text, 'held'::text, 'settled'::text]));

CREATE UNIQUE INDEX attempt_session ON ${schema}.attempt USING btree (session_id) WHERE (state <> 'turned_away'::text);

CREATE INDEX bank_entry_by_hand ON ${schema}.bank_entry USING btree (end_to_end_id) WHERE ((outcome = 'by_hand'::text) AND (end_to_end_id IS NOT NULL));

CREATE INDEX bank_entry_called ON ${schema}.bank_entry USING btree (iban, end_to_end_id) WHERE ((side = 'credit'::text) AND (end_to_end_id IS NOT NULL));

CREATE UNIQUE INDEX bank_entry_identity ON ${schema}.bank_entry USING btree (identity, iban, file_hash, statement);

CREATE INDEX bank_entry_imported ON ${schema}.bank_entry USING btree (imported_at);

CREATE INDEX bank_entry_ownerless ON ${schema}.bank_entry USING btree (imported_at) WHERE ((outcome = 'owed'::text) AND (order_id IS NULL));

CREATE INDEX bank_entry_repeats ON ${schema}.bank_entry USING btree (imported_at) WHERE (repeat = 'open'::text);

CREATE INDEX bank_entry_whole ON ${schema}.bank_entry USING btree (whole_identity, iban) WHERE (whole_identity IS NOT NULL);

CREATE INDEX bank_payment_due ON ${schema}.bank_payment USING btree (created_at) WHERE (state = 'due'::text);

CREATE INDEX bank_payment_exported ON ${schema}.bank_payment USING btree (exported_at) WHERE (exported_at IS NOT NULL);

CREATE INDEX bank_payment_of_file ON ${schema}.bank_payment USING btree (file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX bank_payment_of_order ON ${schema}.bank_payment USING btree (order_id);

CREATE INDEX bank_payment_of_transfer ON ${schema}.bank_payment USING btree (order_id, transfer_number) WHERE (transfer_number IS NOT NULL);

CREATE INDEX bank_payment_unconfirmed ON ${schema}.bank_payment USING btree (exported_at) WHERE (state = 'exported'::text);

CREATE INDEX callback_ended_at ON ${schema}.callback USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (body IS NOT NULL));

CREATE INDEX callback_endpoint_partner ON ${schema}.callback_endpoint USING btree (partner_id);

CREATE INDEX callback_event ON ${schema}.callback USING btree (partner_id, event) WHERE (event IS NOT NULL);

CREATE INDEX callback_failed ON ${schema}.callback USING btree (ended_at) WHERE ((state = 'failed'::text) AND (body IS NOT NULL) AND (why IS DISTINCT FROM 'no endpoint'::text));

CREATE INDEX callback_listed_failed ON ${schema}.callback USING btree (partner_id, created_at, order_id, seq) WHERE (state = 'failed'::text);

CREATE INDEX callback_listed_with_event ON ${schema}.callback USING btree (partner_id, created_at, order_id, seq) WHERE (event IS NOT NULL);

CREATE INDEX callback_listed_without_event ON ${schema}.callback USING btree (partner_id, created_at, order_id, seq) WHERE (event IS NULL);

CREATE INDEX callback_partner_due ON ${schema}.callback USING btree (partner_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX callback_retried ON ${schema}.callback USING btree (due_at) WHERE ((state = 'waiting'::text) AND (why IS NOT NULL));

CREATE INDEX catalogue_change_made_at ON ${schema}.catalogue_change USING btree (made_at);

CREATE INDEX chain_deposit_block ON ${schema}.chain_deposit USING btree (chain_id, block_number) WHERE (state = 'final'::text);

CREATE INDEX chain_deposit_order ON ${schema}.chain_deposit USING btree (order_id);

CREATE INDEX chain_deposit_seen ON ${schema}.chain_deposit USING btree (chain_id) WHERE (state = 'seen'::text);

CREATE INDEX chain_deposit_signed ON ${schema}.chain_deposit USING btree (chain_id, signer, nonce);

CREATE INDEX chain_deposit_untold ON ${schema}.chain_deposit USING btree (id) WHERE (NOT is_told);

CREATE INDEX chain_income_block ON ${schema}.chain_income USING btree (wallet, chain_id, block_number);

CREATE INDEX chain_payout_final ON ${schema}.chain_payout USING btree (wallet, chain_id, block_number) WHERE (block_number IS NOT NULL);

CREATE INDEX chain_payout_sent ON ${schema}.chain_payout USING btree (wallet, chain_id, nonce) WHERE (state = 'sent'::text);

CREATE INDEX chain_sweep_open ON ${schema}.chain_sweep USING btree (chain_id) WHERE (seen_at IS NULL);

CREATE INDEX chain_swept_address ON ${schema}.chain_swept USING btree (address);

CREATE INDEX client_mail_created_at ON ${schema}.client_mail USING btree (created_at);

CREATE INDEX client_mail_due_at ON ${schema}.client_mail USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX delivery_attempt_at ON ${schema}.delivery_attempt USING btree (at);

CREATE INDEX delivery_attempt_callback ON ${schema}.delivery_attempt USING btree (callback_id, at);

CREATE INDEX departure_at ON ${schema}.departure USING btree (at);

CREATE INDEX departure_waiting_seen_at ON ${schema}.departure_waiting USING btree (seen_at);

CREATE INDEX deposit_sender ON ${schema}.deposit USING btree (lower(sender)) WHERE (state = 'received'::text);

CREATE INDEX device_client ON ${schema}.device USING btree (client_id, created_at);

CREATE INDEX device_expires_at ON ${schema}.device USING btree (expires_at);

CREATE INDEX endpoint_callback_created ON ${schema}.endpoint_callback USING btree (created_at);

CREATE INDEX endpoint_callback_due ON ${schema}.endpoint_callback USING btree (endpoint_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX endpoint_callback_failed ON ${schema}.endpoint_callback USING btree (endpoint_id, created_at, order_id, seq) WHERE (state = 'failed'::text);

CREATE INDEX endpoint_callback_listed ON ${schema}.endpoint_callback USING btree (endpoint_id, created_at, order_id, seq);

CREATE INDEX entry_code_expires_at ON ${schema}.entry_code USING btree (expires_at);

CREATE INDEX idempotency_created_at ON ${schema}.idempotency USING btree (created_at);

CREATE INDEX inbox_due_at ON ${schema}.inbox USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX inbox_retried ON ${schema}.inbox USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (due_attempts > 0));

CREATE INDEX journal_reference ON ${schema}.journal USING btree (reference, posted_at);

CREATE INDEX limit_window_ends_at ON ${schema}.limit_window USING btree (ends_at);

CREATE INDEX login_token_expires_at ON ${schema}.login_token USING btree (expires_at);

CREATE INDEX mail_code_expires_at ON ${schema}.mail_code USING btree (expires_at);

CREATE INDEX message_created_at ON ${schema}.message USING btree (created_at);

CREATE INDEX message_due_at ON ${schema}.message USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX operator_act_act ON ${schema}.operator_act USING btree (act, at);

CREATE INDEX operator_act_at ON ${schema}.operator_act USING btree (at);

CREATE INDEX order_act_at ON ${schema}.order_act USING btree (at);

CREATE INDEX order_act_order ON ${schema}.order_act USING btree (order_id, at);

CREATE INDEX order_metadata_holds ON ${schema}.order_metadata USING gin (metadata jsonb_path_ops);

CREATE INDEX order_milestone_older ON ${schema}.order_milestone USING btree (partner_id, older);

CREATE UNIQUE INDEX order_request_once ON ${schema}.orders USING btree (request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX order_trace_at ON ${schema}.order_trace USING btree (at);

CREATE INDEX orders_by_status ON ${schema}.orders USING btree ((((partner_id || ' '::text) || status)), created_at, id);

CREATE INDEX orders_by_update ON ${schema}.orders USING btree (partner_id, COALESCE(updated_at, created_at), id);

CREATE UNIQUE INDEX orders_child_id ON ${schema}.orders USING btree (child_id) WHERE (child_id IS NOT NULL);

CREATE INDEX orders_client ON ${schema}.orders USING btree (client_id, created_at) WHERE (client_id IS NOT NULL);

CREATE INDEX orders_coupon ON ${schema}.orders USING btree (partner_id, coupon) WHERE (coupon IS NOT NULL);

CREATE INDEX orders_due_at ON ${schema}.orders USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX orders_finished ON ${schema}.orders USING btree (payin_group, payout_group, payout_currency, created_at) WHERE (status = 'finished'::text);

CREATE INDEX orders_hold_reason ON ${schema}.orders USING btree (created_at) WHERE (hold_reason IS NOT NULL);

CREATE INDEX orders_list ON ${schema}.orders USING btree (partner_id, created_at, id);

CREATE UNIQUE INDEX orders_payout_id ON ${schema}.orders USING btree (payout_id) WHERE (payout_id IS NOT NULL);

CREATE INDEX outbox_created_at ON ${schema}.outbox USING btree (created_at);

CREATE INDEX owed_act_at ON ${schema}.owed_act USING btree (at);

CREATE INDEX owed_act_owed ON ${schema}.owed_act USING btree (owed, at);

CREATE INDEX partner_act_at ON ${schema}.partner_act USING btree (at);

CREATE INDEX partner_act_partner ON ${schema}.partner_act USING btree (partner_id, at);

CREATE INDEX partner_contact_email ON ${schema}.partner USING btree (contact_email) WHERE (contact_email IS NOT NULL);

CREATE INDEX partner_identifies ON ${schema}.partner USING btree (id) WHERE identifies_clients;

CREATE INDEX partner_mail_created_at ON ${schema}.partner_mail USING btree (created_at);

CREATE INDEX partner_mail_due_at ON ${schema}.partner_mail USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX partner_mail_undelivered ON ${schema}.partner_mail USING btree (created_at) WHERE (state = ANY (ARRAY['refused'::text, 'unknown'::text]));

CREATE INDEX partner_move_of_partner ON ${schema}.partner_move USING btree (partner_id, number);

CREATE INDEX partner_passkey_contact ON ${schema}.partner_passkey USING btree (partner_id, email, created_at);

CREATE INDEX partner_request_at ON ${schema}.partner_request USING brin (at) WITH (autosummarize='on');

CREATE INDEX partner_request_failed ON ${schema}.partner_request USING btree (partner_id, at, id) WHERE (code IS NOT NULL);

CREATE INDEX partner_session_expires_at ON ${schema}.partner_session USING btree (expires_at);

CREATE INDEX partner_session_passkey ON ${schema}.partner_session USING btree (passkey_id) WHERE (passkey_id IS NOT NULL);

CREATE INDEX partner_sign_in_expires_at ON ${schema}.partner_sign_in USING btree (expires_at);

CREATE INDEX passkey_challenge_expires_at ON ${schema}.passkey_challenge USING btree (expires_at);

CREATE INDEX person_mark_mark ON ${schema}.person_mark USING btree (mark, kind);

CREATE INDEX posting_balance ON ${schema}.posting USING btree (account_id, layer) INCLUDE (units);

CREATE INDEX quote_expires_at ON ${schema}.quote USING btree (expires_at);

CREATE INDEX session_device ON ${schema}.session USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX session_expires_at ON ${schema}.session USING btree (expires_at);

CREATE INDEX transfer_payer ON ${schema}.transfer USING btree (upper(regexp_replace(payer_iban, '\s'::text, ''::text, 'g'::text))) WHERE ((state = 'received'::text) AND (payer_iban IS NOT NULL));

CREATE UNIQUE INDEX transfer_received ON ${schema}.transfer USING btree (order_id) WHERE (state = 'received'::text);

CREATE INDEX verification_client ON ${schema}.verification USING btree (client_id, expires_at);

CREATE UNIQUE INDEX verification_review_open ON ${schema}.verification_review USING btree (client_id) WHERE (closed_at IS NULL);

CREATE INDEX verification_review_opened_at ON ${schema}.verification_review USING btree (opened_at) WHERE (closed_at IS NULL);

CREATE INDEX widget_request_by_partner ON ${schema}.widget_request USING btree (partner_id, partner_order_id, created_at);

CREATE INDEX widget_request_unused ON ${schema}.widget_request USING btree (expires_at) WHERE (NOT used);

CREATE INDEX withdrawal_code_due_at ON ${schema}.withdrawal_code USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX withdrawal_code_event ON ${schema}.withdrawal_code USING btree (reader, event) WHERE (event IS NOT NULL);

CREATE INDEX withdrawal_code_without_event ON ${schema}.withdrawal_code USING btree (expires_at) WHERE (event IS NULL);

CREATE INDEX wrong_withdrawal_code_at ON ${schema}.wrong_withdrawal_code USING btree (at);

CREATE INDEX wrong_withdrawal_code_client ON ${schema}.wrong_withdrawal_code USING btree (client_id, at);

CREATE TRIGGER account_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.account FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();

CREATE TRIGGER callback_endpoints AFTER INSERT ON ${schema}.callback FOR EACH ROW WHEN (new.has_endpoints) EXECUTE FUNCTION ${schema}.bring_to_endpoints();

CREATE TRIGGER catalogue_change_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.catalogue_change FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE CONSTRAINT TRIGGER journal_holds AFTER INSERT ON ${schema}.journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.check_journal();

CREATE TRIGGER journal_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.journal FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();

CREATE TRIGGER journal_waits_for_seal AFTER INSERT ON ${schema}.journal FOR EACH ROW EXECUTE FUNCTION ${schema}.journal_is_unsealed();

CREATE TRIGGER ledger_seal_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.ledger_seal FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();

CREATE TRIGGER operator_act_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.operator_act FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER order_act_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.order_act FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER order_event_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.order_event FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER orders_amounts BEFORE INSERT OR UPDATE ON ${schema}.orders FOR EACH ROW EXECUTE FUNCTION ${schema}.check_order_amounts();

CREATE TRIGGER orders_stay BEFORE DELETE OR TRUNCATE ON ${schema}.orders FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER owed_act_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.owed_act FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER partner_act_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.partner_act FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER partner_move_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.partner_move FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER partner_stays BEFORE DELETE OR TRUNCATE ON ${schema}.partner FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

CREATE TRIGGER posting_belongs AFTER INSERT ON ${schema}.posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.check_postings();

CREATE TRIGGER posting_is_covered AFTER INSERT ON ${schema}.posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.check_balances();

CREATE TRIGGER posting_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.posting FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();

CREATE TRIGGER process_knows_layouts BEFORE INSERT ON ${schema}.process FOR EACH ROW EXECUTE FUNCTION ${schema}.process_knows_layouts();

CREATE TRIGGER sanctions_refresh_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ${schema}.sanctions_refresh FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_rewrite();

ALTER TABLE ONLY ${schema}.attempt
    ADD CONSTRAINT attempt_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.card_form
    ADD CONSTRAINT card_form_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.catalogue_change
    ADD CONSTRAINT catalogue_change_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.chain_deposit
    ADD CONSTRAINT chain_deposit_address_fkey FOREIGN KEY (address) REFERENCES ${schema}.chain_deposit_address(address);

ALTER TABLE ONLY ${schema}.chain_payout
    ADD CONSTRAINT chain_payout_wallet_chain_id_fkey FOREIGN KEY (wallet, chain_id) REFERENCES ${schema}.chain_wallet(address, chain_id);

ALTER TABLE ONLY ${schema}.chain_release
    ADD CONSTRAINT chain_release_wallet_chain_id_fkey FOREIGN KEY (wallet, chain_id) REFERENCES ${schema}.chain_wallet(address, chain_id);

ALTER TABLE ONLY ${schema}.chain_sweep
    ADD CONSTRAINT chain_sweep_address_fkey FOREIGN KEY (address) REFERENCES ${schema}.chain_deposit_address(address);

ALTER TABLE ONLY ${schema}.chain_swept
    ADD CONSTRAINT chain_swept_address_fkey FOREIGN KEY (address) REFERENCES ${schema}.chain_deposit_address(address);

ALTER TABLE ONLY ${schema}.chain_transaction
    ADD CONSTRAINT chain_transaction_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES ${schema}.chain_payout(payout_id);

ALTER TABLE ONLY ${schema}.client_account
    ADD CONSTRAINT client_account_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.client_account
    ADD CONSTRAINT client_account_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.client_mail
    ADD CONSTRAINT client_mail_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.client
    ADD CONSTRAINT client_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.coupon
    ADD CONSTRAINT coupon_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.departure_waiting
    ADD CONSTRAINT departure_waiting_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.deposit
    ADD CONSTRAINT deposit_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.device
    ADD CONSTRAINT device_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.device_passkey
    ADD CONSTRAINT device_passkey_device_id_fkey FOREIGN KEY (device_id) REFERENCES ${schema}.device(id) ON DELETE CASCADE;

ALTER TABLE ONLY ${schema}.entry_code
    ADD CONSTRAINT entry_code_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.event_publication
    ADD CONSTRAINT event_publication_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.journal
    ADD CONSTRAINT journal_resolves_fkey FOREIGN KEY (resolves) REFERENCES ${schema}.journal(id);

ALTER TABLE ONLY ${schema}.login_token
    ADD CONSTRAINT login_token_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.mail_code
    ADD CONSTRAINT mail_code_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.message
    ADD CONSTRAINT message_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.order_act
    ADD CONSTRAINT order_act_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.order_metadata
    ADD CONSTRAINT order_metadata_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.order_milestone
    ADD CONSTRAINT order_milestone_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.orders
    ADD CONSTRAINT orders_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.orders
    ADD CONSTRAINT orders_request_id_fkey FOREIGN KEY (request_id) REFERENCES ${schema}.widget_request(id);

ALTER TABLE ONLY ${schema}.partner_act
    ADD CONSTRAINT partner_act_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.partner
    ADD CONSTRAINT partner_logo_dark_fkey FOREIGN KEY (logo_dark) REFERENCES ${schema}.logo(name);

ALTER TABLE ONLY ${schema}.partner
    ADD CONSTRAINT partner_logo_fkey FOREIGN KEY (logo) REFERENCES ${schema}.logo(name);

ALTER TABLE ONLY ${schema}.partner_mail
    ADD CONSTRAINT partner_mail_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.partner_move
    ADD CONSTRAINT partner_move_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.partner_passkey
    ADD CONSTRAINT partner_passkey_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.partner_session
    ADD CONSTRAINT partner_session_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.partner_session
    ADD CONSTRAINT partner_session_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES ${schema}.partner_passkey(id) ON DELETE CASCADE;

ALTER TABLE ONLY ${schema}.partner_sign_in
    ADD CONSTRAINT partner_sign_in_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.person_mark
    ADD CONSTRAINT person_mark_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.saved_card
    ADD CONSTRAINT saved_card_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.session
    ADD CONSTRAINT session_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.session
    ADD CONSTRAINT session_device_id_fkey FOREIGN KEY (device_id) REFERENCES ${schema}.device(id) ON DELETE CASCADE;

ALTER TABLE ONLY ${schema}.transfer
    ADD CONSTRAINT transfer_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.verification
    ADD CONSTRAINT verification_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.verification
    ADD CONSTRAINT verification_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.verification_review
    ADD CONSTRAINT verification_review_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.verification_review
    ADD CONSTRAINT verification_review_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.widget_request
    ADD CONSTRAINT widget_request_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES ${schema}.partner(id);

ALTER TABLE ONLY ${schema}.withdrawal_code
    ADD CONSTRAINT withdrawal_code_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

ALTER TABLE ONLY ${schema}.wrong_withdrawal_code
    ADD CONSTRAINT wrong_withdrawal_code_client_id_fkey FOREIGN KEY (client_id) REFERENCES ${schema}.client(id);

ALTER TABLE ONLY ${schema}.wrong_withdrawal_code
    ADD CONSTRAINT wrong_withdrawal_code_order_id_fkey FOREIGN KEY (order_id) REFERENCES ${schema}.orders(id);

REVOKE ALL ON FUNCTION ${schema}.call_off_conversions(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ${schema}.call_off_conversions(at timestamp with time zone) TO ${app_role};

GRANT ALL ON FUNCTION ${schema}.first_altered(after bigint, last bigint) TO ${app_role};

REVOKE ALL ON FUNCTION ${schema}.make_partitions(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ${schema}.make_partitions(at timestamp with time zone) TO ${app_role};

REVOKE ALL ON FUNCTION ${schema}.number_events(asking text, since timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION ${schema}.number_events(asking text, since timestamp with time zone, most integer) TO ${app_role};

REVOKE ALL ON FUNCTION ${schema}.post_journals(journals jsonb, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION ${schema}.post_journals(journals jsonb, at timestamp with time zone) TO ${app_role};

REVOKE ALL ON FUNCTION ${schema}.require_layout(needed text) FROM PUBLIC;

REVOKE ALL ON FUNCTION ${schema}.seal_journals(at timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION ${schema}.seal_journals(at timestamp with time zone, most integer) TO ${app_role};

GRANT SELECT ON TABLE ${schema}.account TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(trans_id) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(challenge_url) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(challenge_method) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(challenge_params) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(reason) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(settled) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(accepted) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(amount_units) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(amount_currency) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(card_key) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(network) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(reason_hidden) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(charged_units) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(won_units) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(taken_units) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(charged_from) ON TABLE ${schema}.attempt TO ${app_role};

GRANT UPDATE(card_wallet) ON TABLE ${schema}.attempt TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.bank_entry TO ${app_role};

GRANT UPDATE(outcome) ON TABLE ${schema}.bank_entry TO ${app_role};

GRANT UPDATE(order_id) ON TABLE ${schema}.bank_entry TO ${app_role};

GRANT UPDATE(repeat) ON TABLE ${schema}.bank_entry TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(file_id) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(exported_at) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(has_left) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(exported_by) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(bank_status) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(rejected_at) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(rejected_by) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT UPDATE(reject_reason) ON TABLE ${schema}.bank_payment TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(body) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(why) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(ended_at) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(event) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(attempts) ON TABLE ${schema}.callback TO ${app_role};

GRANT UPDATE(has_endpoints) ON TABLE ${schema}.callback TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT UPDATE(url) ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT UPDATE(description) ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT UPDATE(events) ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT UPDATE(secret_sealed) ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT UPDATE(former_secret_sealed) ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT UPDATE(former_secret_until) ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT UPDATE(off_at) ON TABLE ${schema}.callback_endpoint TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.card_form TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.catalogue_change TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.chain_block TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_deposit TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.chain_deposit TO ${app_role};

GRANT UPDATE(block_number) ON TABLE ${schema}.chain_deposit TO ${app_role};

GRANT UPDATE(block_hash) ON TABLE ${schema}.chain_deposit TO ${app_role};

GRANT UPDATE(mined_at) ON TABLE ${schema}.chain_deposit TO ${app_role};

GRANT UPDATE(is_told) ON TABLE ${schema}.chain_deposit TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_deposit_address TO ${app_role};

GRANT USAGE ON SEQUENCE ${schema}.chain_deposit_number TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_deposit_watch TO ${app_role};

GRANT UPDATE(height) ON TABLE ${schema}.chain_deposit_watch TO ${app_role};

GRANT UPDATE(block_hash) ON TABLE ${schema}.chain_deposit_watch TO ${app_role};

GRANT UPDATE(head) ON TABLE ${schema}.chain_deposit_watch TO ${app_role};

GRANT UPDATE(looked_at) ON TABLE ${schema}.chain_deposit_watch TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.chain_income TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_operator_wallet TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_payout TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.chain_payout TO ${app_role};

GRANT UPDATE(txid) ON TABLE ${schema}.chain_payout TO ${app_role};

GRANT UPDATE(block_number) ON TABLE ${schema}.chain_payout TO ${app_role};

GRANT UPDATE(block_hash) ON TABLE ${schema}.chain_payout TO ${app_role};

GRANT UPDATE(fee_units) ON TABLE ${schema}.chain_payout TO ${app_role};

GRANT UPDATE(times_final) ON TABLE ${schema}.chain_payout TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_refusal TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_release TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT UPDATE(currency) ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT UPDATE(units) ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT UPDATE(destination) ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT UPDATE(actor) ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT UPDATE(exported_at) ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT UPDATE(seen_at) ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT UPDATE(seen_height) ON TABLE ${schema}.chain_sweep TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_swept TO ${app_role};

GRANT UPDATE(is_taken_back) ON TABLE ${schema}.chain_swept TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_transaction TO ${app_role};

GRANT UPDATE(accepted_at) ON TABLE ${schema}.chain_transaction TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(url) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(next_nonce) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(height) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(block_hash) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(seen_height) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(seen_at) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(stopped) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(too_low) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(stranger) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT UPDATE(unreadable) ON TABLE ${schema}.chain_wallet TO ${app_role};

GRANT SELECT ON TABLE ${schema}.chain_watch TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.chain_watch TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.chain_watch TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.chain_watch TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.chain_watch TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.client TO ${app_role};

GRANT UPDATE(email) ON TABLE ${schema}.client TO ${app_role};

GRANT UPDATE(level) ON TABLE ${schema}.client TO ${app_role};

GRANT UPDATE(payer) ON TABLE ${schema}.client TO ${app_role};

GRANT UPDATE(identities) ON TABLE ${schema}.client TO ${app_role};

GRANT UPDATE(withdrawals_locked_until) ON TABLE ${schema}.client TO ${app_role};

GRANT UPDATE(credentials_version) ON TABLE ${schema}.client TO ${app_role};

GRANT UPDATE(documents) ON TABLE ${schema}.client TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(password_hash) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(phone) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(email_verified) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(phone_verified) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(first_name) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(last_name) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(birth_date) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(gender) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(country) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(login_country) ON TABLE ${schema}.client_account TO ${app_role};

GRANT UPDATE(metadata) ON TABLE ${schema}.client_account TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.client_mail TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.coupon TO ${app_role};

GRANT UPDATE(valid_from) ON TABLE ${schema}.coupon TO ${app_role};

GRANT UPDATE(valid_until) ON TABLE ${schema}.coupon TO ${app_role};

GRANT UPDATE(most_uses) ON TABLE ${schema}.coupon TO ${app_role};

GRANT UPDATE(uses) ON TABLE ${schema}.coupon TO ${app_role};

GRANT UPDATE(most_uses_each) ON TABLE ${schema}.coupon TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.delivery_attempt TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.departure TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.departure_minute TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.departure_waiting TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.deposit TO ${app_role};

GRANT UPDATE(mined_at) ON TABLE ${schema}.deposit TO ${app_role};

GRANT UPDATE(is_replacement) ON TABLE ${schema}.deposit TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.deposit TO ${app_role};

GRANT UPDATE(refund_fee_units) ON TABLE ${schema}.deposit TO ${app_role};

GRANT UPDATE(refund_failures) ON TABLE ${schema}.deposit TO ${app_role};

GRANT UPDATE(lost_from) ON TABLE ${schema}.deposit TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.device TO ${app_role};

GRANT UPDATE(last_used_at) ON TABLE ${schema}.device TO ${app_role};

GRANT UPDATE(expires_at) ON TABLE ${schema}.device TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.device_passkey TO ${app_role};

GRANT UPDATE(counter) ON TABLE ${schema}.device_passkey TO ${app_role};

GRANT UPDATE(backed_up) ON TABLE ${schema}.device_passkey TO ${app_role};

GRANT SELECT,DELETE ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(id) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(why) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(ended_at) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT UPDATE(attempts) ON TABLE ${schema}.endpoint_callback TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.entry_code TO ${app_role};

GRANT SELECT,INSERT,UPDATE ON TABLE ${schema}.event_publication TO ${app_role};

GRANT SELECT,UPDATE ON TABLE ${schema}.event_publisher TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.idempotency TO ${app_role};

GRANT UPDATE(answer_sealed) ON TABLE ${schema}.idempotency TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.inbox TO ${app_role};

GRANT UPDATE(id) ON TABLE ${schema}.inbox TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.inbox TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.inbox TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.inbox TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.inbox TO ${app_role};

GRANT SELECT,INSERT,UPDATE ON TABLE ${schema}.inner_key TO ${app_role};

GRANT SELECT ON TABLE ${schema}.journal TO ${app_role};

GRANT SELECT ON TABLE ${schema}.posting TO ${app_role};

GRANT SELECT ON TABLE ${schema}.journal_mark TO ${app_role};

GRANT SELECT ON TABLE ${schema}.journal_unsealed TO ${app_role};

GRANT SELECT ON TABLE ${schema}.ledger_seal TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.legal_notice TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.limit_window TO ${app_role};

GRANT UPDATE(count) ON TABLE ${schema}.limit_window TO ${app_role};

GRANT UPDATE(ends_at) ON TABLE ${schema}.limit_window TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.login_token TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.logo TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.mail_code TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(body_sealed) ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(carrier_id) ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(why) ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.message TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.message TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.operator_act TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.order_act TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.order_event TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.order_legal_notice TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.order_metadata TO ${app_role};

GRANT SELECT,INSERT,UPDATE ON TABLE ${schema}.order_milestone TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.order_trace TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.order_uncounted TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(client_id) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(email) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payin_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payout_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(rate) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payin_fee_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(margin_fee_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payout_fee_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(leftover_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payin_eur_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payout_eur_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(margin_eur_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(coupon) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(client_country) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(status) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(substatus) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(seq) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(expires_at) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payout_id) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payout_state) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payout_txid) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(payout_reason) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(limit_level) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(limit_left_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(limit_url) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(error_message) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(hold_reason) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(network_bps) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(service_bps) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(spread_bps) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(transfer_eur_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(balance_state) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(wrong_codes) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(child_units) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(refund_address) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(price_held_until) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(as_first) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(checked) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(updated_at) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(stops) ON TABLE ${schema}.orders TO ${app_role};

GRANT UPDATE(legal_notice_id) ON TABLE ${schema}.orders TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.outbox TO ${app_role};

GRANT UPDATE(page) ON TABLE ${schema}.outbox TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.owed_act TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(name) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(api_key) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(secret_sealed) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(callback_secret_sealed) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(origins) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(callback_url) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(callback_version) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(callbacks_off_at) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(require_timestamp) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(first_order_free) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(settlement) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(suspended_at) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(former_api_key) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(former_api_key_until) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(former_secret_sealed) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(former_secret_until) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(former_callback_secret_sealed) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(former_callback_secret_until) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(statuses) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(last_event) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(identifies_clients) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(attempt_callbacks) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(least_signature_version) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(allowed_addresses) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(theme) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(logo) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(logo_dark) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(callback_events) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(code_url) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(code_url_held) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(contact_email) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(ensured_callback_url) ON TABLE ${schema}.partner TO ${app_role};

GRANT UPDATE(moved_to) ON TABLE ${schema}.partner TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.partner_act TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.partner_mail TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.partner_move TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.partner_order_claim TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.partner_passkey TO ${app_role};

GRANT UPDATE(counter) ON TABLE ${schema}.partner_passkey TO ${app_role};

GRANT UPDATE(backed_up) ON TABLE ${schema}.partner_passkey TO ${app_role};

GRANT UPDATE(last_used_at) ON TABLE ${schema}.partner_passkey TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.partner_request TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.partner_session TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.partner_sign_in TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.passkey_challenge TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.person_mark TO ${app_role};

GRANT SELECT,INSERT,UPDATE ON TABLE ${schema}.primary_server TO ${app_role};

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE ${schema}.process TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.quote TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.readiness TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.sanctioned_wallet TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.sanctions_refresh TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.sandbox_transfer TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.saved_card TO ${app_role};

GRANT UPDATE(token_hash) ON TABLE ${schema}.saved_card TO ${app_role};

GRANT UPDATE(token_sealed) ON TABLE ${schema}.saved_card TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.sealing_key TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.session TO ${app_role};

GRANT UPDATE(opened_by) ON TABLE ${schema}.session TO ${app_role};

GRANT UPDATE(device_id) ON TABLE ${schema}.session TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.transfer TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.transfer TO ${app_role};

GRANT UPDATE(taken_units) ON TABLE ${schema}.transfer TO ${app_role};

GRANT UPDATE(again_units) ON TABLE ${schema}.transfer TO ${app_role};

GRANT UPDATE(taken_from) ON TABLE ${schema}.transfer TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.verification TO ${app_role};

GRANT UPDATE(used_at) ON TABLE ${schema}.verification TO ${app_role};

GRANT UPDATE(approved) ON TABLE ${schema}.verification TO ${app_role};

GRANT UPDATE(documents) ON TABLE ${schema}.verification TO ${app_role};

GRANT SELECT,INSERT,UPDATE ON TABLE ${schema}.verification_review TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.widget_request TO ${app_role};

GRANT UPDATE(draft) ON TABLE ${schema}.widget_request TO ${app_role};

GRANT UPDATE(draft_destination) ON TABLE ${schema}.widget_request TO ${app_role};

GRANT UPDATE(opened_at) ON TABLE ${schema}.widget_request TO ${app_role};

GRANT UPDATE(used) ON TABLE ${schema}.widget_request TO ${app_role};

GRANT UPDATE(canceled_at) ON TABLE ${schema}.widget_request TO ${app_role};

GRANT UPDATE(released) ON TABLE ${schema}.widget_request TO ${app_role};

GRANT SELECT,INSERT ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(code_hash) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(body_sealed) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(state) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(why) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(expires_at) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(due_at) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(lease_until) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(due_attempts) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(leased_by) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(event) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT UPDATE(reader) ON TABLE ${schema}.withdrawal_code TO ${app_role};

GRANT SELECT,INSERT,DELETE ON TABLE ${schema}.wrong_withdrawal_code TO ${app_role};
