-- Whether a partner identifies its own clients, so that live may take money of those whom nobody here knows. A program of
-- before takes every partner for one that does not.
alter table partner add column identifies_clients boolean not null default false;
create index partner_identifies on partner (id) where identifies_clients;

-- Why a setting was changed, where that was said.
alter table catalogue_change add column reason text;
