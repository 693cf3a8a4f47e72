-- Devices that buyers had remembered: each stands for an e-mail code until it expires, is forgotten, or the credentials of
-- its client change.
create table device (
  id text primary key,
  client_id text not null references client,
  key_hash bytea not null unique,
  credentials_version int4 not null,
  name text not null,                        -- browser and system, as its user agent tells them
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index device_client on device (client_id, created_at);
create index device_expires_at on device (expires_at);
grant select, insert, update (last_used_at), delete on device to ${app_role};

-- What opened a session: a mailed code, a remembered device or a login token. Null in those of the version before.
alter table session add column opened_by text check (opened_by in ('code', 'device', 'login'));
alter table session add column device_id text references device on delete cascade;
create index session_device on session (device_id) where device_id is not null;
