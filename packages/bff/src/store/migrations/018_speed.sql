-- Callbacks are taken in hand partner by partner, so that one with many waiting stands in nobody's way; each of an order
-- is found by its order's number, which the table's own key does.
create index callback_partner_due on callback (partner_id, due_at) where due_at is not null;
drop index callback_due_at;
drop index callback_waiting;
-- Most callbacks have ended or go out at once: only those that have ended are looked for by that.
drop index callback_ended_at;
create index callback_ended_at on callback (ended_at) where ended_at is not null and body is not null;
