-- A callback that is sent for the first time stands in no index of what is tried again: each had an entry there for the
-- moment of its delivery, and was counted as one that had failed. One that failed has the reason of that in its row.
drop index callback_retried;
create index callback_retried on callback (due_at) where state = 'waiting' and why is not null;

-- Requests are stored in the order of their time, so a summary of each range of pages finds the old ones to remove, and
-- no request writes an entry of its own.
drop index partner_request_at;
create index partner_request_at on partner_request using brin (at) with (autosummarize = on);
