-- A function with settings of its own has them set, and set back, at each of its calls: for each order that is placed, and for
-- each change of one. This one compares numbers of its row, whose operators are found in pg_catalog before any other schema, and
-- it runs with the rights of its caller.
alter function check_order_amounts() reset search_path;
