-- Which server is the primary, by the time when it was started. A standby that has this row follows that server: after a
-- fail-over the places of two logs cannot be compared, and a standby that went another way never has the row.
create table primary_server (
  one boolean primary key default true check (one),
  started_at timestamptz not null
);
grant select, insert, update on primary_server to ${app_role};
