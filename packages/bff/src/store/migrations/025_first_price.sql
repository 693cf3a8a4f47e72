-- What an order was to pay out when it was placed, which its callbacks go on telling when it is priced again. Null is
-- what it is priced at now, as a program of before writes it.
alter table orders add column first_payout_units numeric(38, 0);
