-- The functions that lists are read by have one plan each, whatever they are asked for: it is made once for each
-- connection. Left to itself PostgreSQL plans every call anew, which takes a third of a page's time.

alter function orders_before(text, timestamptz) set plan_cache_mode = force_generic_plan;
alter function list_start(text, int8, int8) set plan_cache_mode = force_generic_plan;
alter function listed_orders(text, timestamptz, timestamptz, text, int8, int4)
  set plan_cache_mode = force_generic_plan;
