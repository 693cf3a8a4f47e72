-- The callback address that a program's start gave the partner of a sandbox last. A start gives it anew only where its
-- settings name another one, and so leaves what the partner has set itself.
alter table partner add column ensured_callback_url text;
