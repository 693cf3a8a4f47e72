-- Why the chain cannot be read at the moment although its node is there, as a sentence for the operator; null while it can.
alter table chain_wallet add column unreadable text;
