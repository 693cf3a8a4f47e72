-- Who operated the exchange and by which terms, as its pages said: a row for each that the settings ever held, and the one
-- that each order was placed under. Programs of before say nothing and keep nothing of it.
create table legal_notice (
  id bigint generated always as identity primary key,
  version text not null,
  name text not null,
  terms_url text,
  privacy_url text,
  help_url text,
  card_holder text,
  languages text[] not null,
  first_at timestamptz not null,
  unique nulls not distinct (version, name, terms_url, privacy_url, help_url, card_holder, languages)
);
grant select, insert on legal_notice to ${app_role};

create table order_legal_notice (
  order_id text primary key references orders,
  legal_notice_id bigint not null references legal_notice
);
grant select, insert on order_legal_notice to ${app_role};
