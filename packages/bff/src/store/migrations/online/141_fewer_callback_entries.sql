-- The same for tables that programs write to: no row is read while writers wait.

create index concurrently if not exists callback_retried_next on callback (due_at) where state = 'waiting' and why is not null;

drop index if exists callback_retried;
alter index callback_retried_next rename to callback_retried;

create index concurrently if not exists partner_request_at_next on partner_request using brin (at) with (autosummarize = on);

drop index if exists partner_request_at;
alter index partner_request_at_next rename to partner_request_at;
