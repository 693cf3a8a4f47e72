-- What each attempt at a delivery met stands in the row of the callback, which is written then anyway, oldest first: an
-- array of at, durationMs, status, why and text, or null. Programs of before write it to delivery_attempt, which goes once
-- none of them runs.
alter table callback add column attempts jsonb;
alter table endpoint_callback add column attempts jsonb;

update callback c set attempts = kept.attempts from (
  select callback_id, jsonb_agg(jsonb_build_object('at', at, 'durationMs', duration_ms, 'status', status, 'why', why,
    'text', answer) order by at) as attempts
  from delivery_attempt where endpoint_id is null group by callback_id
) kept where c.id = kept.callback_id;
update endpoint_callback c set attempts = kept.attempts from (
  select callback_id, endpoint_id, jsonb_agg(jsonb_build_object('at', at, 'durationMs', duration_ms, 'status', status,
    'why', why, 'text', answer) order by at) as attempts
  from delivery_attempt where endpoint_id is not null group by callback_id, endpoint_id
) kept where c.endpoint_id = kept.endpoint_id and c.callback_id = kept.callback_id;
