-- Which process has leased a row, by its id in the table of processes: what one has leased that ended is free.
alter table orders add column leased_by int4;
alter table callback add column leased_by int4;
alter table inbox add column leased_by int4;
alter table withdrawal_code add column leased_by int4;
alter table message add column leased_by int4;
