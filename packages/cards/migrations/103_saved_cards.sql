-- A session may be opened for a stored card: its frame asks for the security code alone, and takes no other number.
alter table fields_session add column vault_id uuid;
-- Whether the merchant lets the buyer have their card stored, and whether they want it: the SALE then makes a token that lasts.
alter table fields_session add column may_store boolean not null default false;
alter table fields_session add column stores boolean not null default false;
