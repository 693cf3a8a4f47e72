-- A declined attempt to pay is an event of a partner's feed, and a callback where the partner asks for it. One that is kept
-- for the feed alone is never due. A program of before sends none of either.
alter table partner add column attempt_callbacks boolean not null default false;
alter table callback drop constraint callback_state_check;
alter table callback add constraint callback_state_check
  check (state in ('waiting', 'acknowledged', 'failed', 'feed_only')) not valid;
