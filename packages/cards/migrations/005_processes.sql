-- Which process has leased a row, by its id in the table of processes: what one has leased that ended is free.
alter table transaction add column leased_by int4;
alter table operation add column leased_by int4;
alter table fields_session add column leased_by int4;
alter table notification add column leased_by int4;
