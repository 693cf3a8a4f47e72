-- A mail of the sandbox as a browser shows it, beside its text; null where it has text alone.
alter table outbox add column page text;
