-- The lowest version of signatures that is taken of a partner, and the addresses and ranges that its key may be used from:
-- none is any. A program of before asks for neither.
alter table partner
  add column least_signature_version int2 not null default 1 check (least_signature_version in (1, 2)),
  add column allowed_addresses text[] not null default '{}';
