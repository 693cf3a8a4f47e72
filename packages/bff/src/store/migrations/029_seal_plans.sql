-- What `ledger verify` and the sealing look up is found by an index, whatever the statistics say: a plan that was made
-- while the tables were empty would read them whole for every journal of a large import. A journal is sealed once.
create unique index sealed_journal_once on sealed_journal (journal_id);

alter function seal_journals(timestamptz, int4) set enable_seqscan = off;
