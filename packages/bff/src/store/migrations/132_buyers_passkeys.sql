-- A buyer's passkey is a remembered device without a key of its own: it stands for the e-mail code by what it signs. It may
-- do what a device may, ends as one does, and is good for longer each time that it is used.
alter table device alter column key_hash drop not null;
grant update (expires_at) on device to ${app_role};

create table device_passkey (
  device_id text primary key references device on delete cascade,
  credential_id text not null unique,        -- base64url, as browsers name it
  public_key bytea not null,                 -- COSE_Key
  counter bigint not null,                   -- uses by the authenticator's own count; 0 where it does not count
  backed_up boolean not null,                -- whether it exists outside its device, too
  transports text[] not null
);
grant select, insert, update (counter, backed_up) on device_passkey to ${app_role};
