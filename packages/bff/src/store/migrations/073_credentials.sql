-- How often a client's e-mail address or password has changed. A session or a login token is only given out under the
-- number that was read when its client was recognised, so that none outlives a change that came meanwhile.
alter table client add column credentials_version int4 not null default 0;
-- Null where a program of before has written it.
alter table login_token add column credentials_version int4;
