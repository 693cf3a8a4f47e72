-- A saved card whose partner was moved here is offered once the card platform has the card: until then it has no token, and its
-- hash is that of the token which the card had in the other cell.
alter table saved_card alter column token_sealed drop not null;
grant update (token_hash, token_sealed) on saved_card to ${app_role};
