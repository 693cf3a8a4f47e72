-- Whether an order's service fee is waived because it was its client's first: where the card turns out to be another's,
-- the fee is taken after all. Orders of the version before keep what they were given.
alter table orders add column as_first boolean not null default false;
