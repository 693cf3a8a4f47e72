-- The processes at work on this database. Each holds, on its listening connection, an advisory lock on its id: a row
-- whose lock nobody holds is a process that ended, and what it had leased is free.
create table process (
  id int4 primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

grant select, insert, update, delete on process to ${app_role};
