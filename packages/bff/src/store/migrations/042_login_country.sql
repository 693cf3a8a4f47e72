-- The country a client last logged in from, as its partner told it.
alter table client_account add column login_country text;
