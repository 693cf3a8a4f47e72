-- What charges and their declines are counted by. Each may be missing: rows are older than the columns, published test
-- cards have no key, and programs of the version before write none.
alter table attempt
  add column card_key text,                  -- keyed, of the platform's word for the card: tells it from others
  add column network text,                   -- the part of payer_ip that one customer has
  add column reason_hidden boolean;          -- the buyer hears no reason of this decline

-- The form of a charge that the platform turned away may be charged again.
alter table attempt drop constraint attempt_session_id_key;
create unique index attempt_session on attempt (session_id) where state <> 'turned_away';

create index attempt_declined_network on attempt (network, opened_at) where state = 'declined';
create index attempt_declined_card on attempt (card_key, opened_at) where state = 'declined';
create index attempt_declined_bin on attempt (left(card_mask, 6), opened_at)
  where state = 'declined' and card_key is not null;
