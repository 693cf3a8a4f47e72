-- Lines by which money came for no order.
create index bank_entry_ownerless on bank_entry (imported_at) where outcome = 'owed' and order_id is null;
