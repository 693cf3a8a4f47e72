-- Who of the operator's people changed something by a command, and why. Appended only.
create table operator_act (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,                     -- the name that was given, or the account that the command ran under
  act text not null,                       -- the command
  about text not null,                     -- what it was done to: a client_key, a trans_id, a notification, an address
  options jsonb not null,                  -- what else the command was told, as it was read
  reason text                              -- null: none was given
);
create index on operator_act (at);
create index on operator_act (about);

grant select, insert on operator_act to ${app_role};
