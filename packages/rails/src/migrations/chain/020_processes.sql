-- Which process has leased a row, by its id in the table of processes: what one has leased that ended is free.
alter table chain_watch add column leased_by int4;
