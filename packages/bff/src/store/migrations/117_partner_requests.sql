-- The requests of partners' servers of the last days, for the partners to read: no query, body or address of a person.
create table partner_request (
  id int8 primary key generated always as identity,
  partner_id text not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status int4 not null,
  duration_ms int4 not null,
  request_id text not null,
  code text
);
create index partner_request_listed on partner_request (partner_id, at, id);
create index partner_request_failed on partner_request (partner_id, at, id) where code is not null;
create index partner_request_at on partner_request (at);
grant select, insert, delete on partner_request to ${app_role};
