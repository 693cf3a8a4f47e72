-- How many times a client that was verified has become another person: whoever checks identities knows each of them by
-- an id of its own.
alter table client add column identities int4 not null default 0;
