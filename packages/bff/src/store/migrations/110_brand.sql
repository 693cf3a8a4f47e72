-- How a partner's widget looks. Logos are kept by a name made of their content, so that one that is replaced is still
-- there for the pages that show it. Programs of before show no partner's own look.
create table logo (
  name text primary key,
  type text not null,
  body bytea not null,
  created_at timestamptz not null
);
grant select, insert on logo to ${app_role};

alter table partner
  add column theme jsonb,
  add column logo text references logo,
  add column logo_dark text references logo;
