-- Lines by which money left that we did not order, as far as they have a name that a payment of ours may have.
create index bank_entry_by_hand on bank_entry (end_to_end_id) where outcome = 'by_hand' and end_to_end_id is not null;
