-- Why all money of an order rests, each reason once, the newest last. Null in orders that the version before wrote.
alter table orders add column stops text[];
