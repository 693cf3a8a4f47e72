-- An order that a partner's server places has no widget request: it has no entry in the index of those, neither when it is
-- placed nor each time it changes.
alter table orders drop constraint order_request_once;
create unique index order_request_once on orders (request_id) where request_id is not null;
