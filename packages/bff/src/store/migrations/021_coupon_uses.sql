-- A coupon's uses are counted from its orders: those that a charge or a deposit is open for, and those whose money came.
-- The column coupon.uses stays for programs of the version before.
create index orders_coupon on orders (partner_id, coupon) where coupon is not null;
