-- What a program writes to find out whether it can. Each row is large enough to need room on the disk, and removed by the
-- next.
create table readiness (
  id int8 primary key generated always as identity,
  filling bytea not null
);
alter table readiness alter column filling set storage external;

grant select, insert, delete on readiness to ${app_role};
