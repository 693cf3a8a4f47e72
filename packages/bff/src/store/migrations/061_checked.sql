-- Whether the person's limit was checked once more for an order whose card holds or has paid its money. An order that is
-- priced by what came is checked as it buys its coins, so that it has a pay-out then. Orders that a program of before buys
-- coins for have one, too.
alter table orders add column checked boolean not null default false;
