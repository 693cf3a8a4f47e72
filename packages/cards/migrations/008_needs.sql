-- What waits for a person, or to be tried again, is counted every few seconds: each count has an index of its own, which
-- holds what it counts and nothing else.
create index notification_failed on notification (created_at) where state = 'failed';
create index notification_retried on notification (due_at) where state = 'waiting' and attempts > 0;
create index operation_repeating on operation (due_at) where state = 'open' and due_attempts > 1;
create index notification_address_blocked on notification_address (blocked_until) where blocked_until is not null;
create index transaction_charged_back on transaction (created_at) where state = 'charged_back';
