-- What waits for a person, or to be tried again, is counted every few seconds: each count has an index of its own, which
-- holds what it counts and nothing else.
create index callback_failed on callback (ended_at)
  where state = 'failed' and body is not null and why is distinct from 'no endpoint';
create index callback_retried on callback (due_at) where state = 'waiting' and due_attempts > 0;
create index inbox_retried on inbox (due_at) where due_at is not null and due_attempts > 0;
