-- What the operator sells, to whom and at what price, as the changes that were made to it. What holds at a time is the
-- last change of each name that is in effect by then; what was never set has the program's standard.
create table catalogue_change (
  id int8 generated always as identity primary key,
  partner_id text references partner,        -- null: for every partner that has no value of its own
  name text not null,
  value text,                                -- null: what was set is taken back
  value_before text not null,                -- what would have held at that time without it
  effective_at timestamptz not null,
  made_by text not null,
  made_at timestamptz not null
);
create trigger catalogue_change_stays before update or delete or truncate on catalogue_change
  for each statement execute function refuse_rewrite();

alter table coupon add column most_uses_each int4 check (most_uses_each > 0);  -- of one client; null: as often as any

grant select, insert on catalogue_change to ${app_role};
