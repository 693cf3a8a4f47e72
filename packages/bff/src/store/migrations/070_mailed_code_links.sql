-- Each code is mailed with a link. Whoever opens it and presses a button shows that the mail came to them, and the browser
-- that pressed has tries of its own, whatever strangers have guessed at the mailbox.
alter table entry_code
  add column link_hash bytea unique,
  add column press_hash bytea,               -- the browser that pressed
  add column press_tries int4 not null default 0;
