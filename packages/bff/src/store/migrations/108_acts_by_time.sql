-- The acts of operators are listed by their time, whatever they were about.
create index order_act_at on order_act (at);
create index owed_act_at on owed_act (at);
create index partner_act_at on partner_act (at);
create index operator_act_at on operator_act (at);
create index catalogue_change_made_at on catalogue_change (made_at);
