-- Who had a file of payments written; null of those that are older than that was kept.
alter table bank_payment add column exported_by text;
