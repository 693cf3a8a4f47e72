-- What a verification came to; null until it is decided.
alter table verification add column approved boolean;
create index verification_client on verification (client_id, expires_at);
