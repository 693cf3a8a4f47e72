-- A partner's id of a widget request that ended without an order is free for another request or order. The request that
-- had it is kept, and is found by it until then.
alter table widget_request
  add column canceled_at timestamptz,                  -- when the partner called it off
  add column released boolean not null default false;  -- its partner_order_id was given free
create index widget_request_by_partner on widget_request (partner_id, partner_order_id, created_at);
alter table widget_request drop constraint widget_request_partner_id_partner_order_id_key;
