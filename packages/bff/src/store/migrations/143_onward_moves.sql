-- A partner that was moved here may be moved on to a third cell, which learns where it has been: to a cell that has its orders of
-- before it does not move. The moves of one partner are numbered as they were recorded; the last one holds.
alter table partner_move
  drop constraint partner_move_partner_id_key,
  add column number bigint generated always as identity;
create index partner_move_of_partner on partner_move (partner_id, number);
