-- Requests of one partner at one moment share a row, which costs each of them a fifth of its own: the earlier ones stand in
-- the row of the latest, latest first: milliseconds before it, method, path, status, duration in milliseconds, request id. A
-- program of before writes each into its own row, and lists only the latest of a row.
alter table partner_request add column earlier jsonb;
