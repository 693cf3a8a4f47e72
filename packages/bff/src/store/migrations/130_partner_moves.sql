-- Partners that were moved to another cell, or came from one. A move has the same id in both, so that taking it in once more
-- changes nothing. The column stands beside it for every request, which finds its partner anyway.
create table partner_move (
  id text primary key,
  partner_id text not null unique references partner,
  direction text not null check (direction in ('away', 'here')),
  from_cell text not null,
  to_cell text not null check (to_cell <> from_cell),
  at timestamptz not null
);
create trigger partner_move_stays before update or delete or truncate on partner_move
  for each statement execute function refuse_rewrite();
grant select, insert on partner_move to ${app_role};

alter table partner add column moved_to text;
