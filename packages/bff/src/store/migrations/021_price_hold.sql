-- Until when a card order may be charged at its price; null where that does not end, as in rows of the version before.
alter table orders add column price_held_until timestamptz;
