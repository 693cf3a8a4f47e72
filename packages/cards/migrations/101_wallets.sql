-- The wallet whose network token a payment was made with: its number stands where a card's would. Null: a card.
alter table transaction add column wallet text check (wallet in ('apple_pay', 'google_pay'));
