-- Counts of what is limited for all processes together. A row is one key's current window; when the window has ended
-- the next use begins a new one in its place.
create table limit_window (
  name text not null,
  key text not null,
  count int8 not null,
  ends_at timestamptz not null,
  primary key (name, key)
);

create index limit_window_ends_at on limit_window (ends_at);

grant select, insert, update, delete on limit_window to ${app_role};
