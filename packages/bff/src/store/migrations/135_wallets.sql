-- The wallet that a card was paid from; null for a card that was typed or saved.
alter table attempt add column card_wallet text;
