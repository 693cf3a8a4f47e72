-- The card payment platform's own tables. Money is numeric(38,0) minor units beside its currency. Card numbers exist
-- in two places only, both sealed: vault_card (tokens of merchants) and fields_session (cards on their way to one SALE).
-- "sealed" columns hold AES-256-GCM ciphertext under a data key of the row's own; "wrapped_key" is that data key, sealed
-- under the key-encryption key named by "key_id".

-- Keys of the platform's own (fingerprints, tokens, challenges), made once by whichever process starts first.
create table platform_key (
  name text primary key,
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null
);

create table merchant (
  id uuid primary key,                     -- client_key
  name text not null,
  descriptor text not null,                -- as shown on the cardholder's statement
  mode text not null check (mode in ('test', 'live')),
  acquirer text not null,                  -- who takes its cards, by name
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,                   -- the password
  hash text not null check (hash in ('md5', 'sha256')),
  notification_url text check (length(notification_url) <= 255),
  capture_delay_ms bigint check (capture_delay_ms >= 0),  -- null: by the CAPTURE action only
  tokenization boolean not null,
  ip_allow text[],                         -- addresses and ranges; null: from anywhere
  sales_per_minute int check (sales_per_minute > 0),      -- null: no budget
  blocked_at timestamptz,
  created_at timestamptz not null
);

create table vault_card (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  token_hash bytea not null unique,
  fingerprint bytea not null,              -- keyed, of number and expiry: the same card twice is one token
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  mask text not null,
  exp_month text not null,
  exp_year text not null,
  activated_at timestamptz,                -- null until a SALE with this card succeeded; gone when it did not
  created_at timestamptz not null
);
create index on vault_card (merchant_id, fingerprint);
create index on vault_card (key_id);

create table fields_session (
  id_hash bytea primary key,               -- the id itself is known to the merchant and its frame only
  merchant_id uuid not null references merchant,
  parent_origin text not null,
  ancestors text[] not null,
  locale text,
  theme jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What the buyer handed in. The code is sealed under a key that only the token's holder has.
  token_hash bytea unique,
  token_expires_at timestamptz,
  key_id text,
  wrapped_key bytea,
  sealed bytea,
  sealed_code bytea,
  mask text,
  exp_month text,
  exp_year text,
  taken_at timestamptz,
  due_at timestamptz,                      -- when what was handed in is wiped
  lease_until timestamptz,
  due_attempts int not null default 0
);
create index on fields_session (due_at) where due_at is not null;
create index on fields_session (key_id) where key_id is not null;

create table transaction (
  id uuid primary key,                     -- trans_id
  merchant_id uuid not null references merchant,
  order_id text not null,
  fingerprint bytea not null,              -- keyed, of the whole request without the security code
  seq int not null,                        -- one writer at a time: every change names the seq it saw
  state text not null check (state in
    ('authorising', 'challenged', 'held', 'capturing', 'reversing', 'reversed', 'settled', 'refunded', 'charged_back', 'declined')),
  currency text not null,
  units numeric(38,0) not null check (units > 0),
  captured numeric(38,0) not null default 0,
  refunding numeric(38,0) not null default 0,
  refunded numeric(38,0) not null default 0,
  charged_back numeric(38,0) not null default 0,
  check (captured between 0 and units),
  check (refunding >= 0 and refunded >= 0 and refunding + refunded <= captured),
  check (charged_back between 0 and captured),
  acquirer text not null,
  reference text,
  running text,                            -- the operation that has the hold in hand (capturing, reversing)
  releasing boolean not null default false,
  challenge json,                            -- as text, so that its members keep their order in every answer
  answered text check (answered in ('PENDING', 'DECLINED', '3DS', 'REDIRECT')),  -- what the SALE was told first
  decline_reason text,
  descriptor text not null,
  capture_delay_ms bigint,
  mask text not null,
  exp_month text not null,
  exp_year text not null,
  vault_id uuid,                           -- the card's record, where a token was asked for
  by_token boolean not null,
  payer_email text not null,
  payer_name text not null,
  payer_ip text not null,
  term_url text not null,
  term_target text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int not null default 0
);
-- The same request is one transaction, however often and from how many places at once it is sent, ...
create unique index transaction_request on transaction (merchant_id, order_id, fingerprint);
-- ... and an order has at most one transaction that was not declined.
create unique index transaction_order on transaction (merchant_id, order_id) where state <> 'declined';
create index on transaction (due_at) where due_at is not null;
-- Not by merchant first: without statistics the planner would take it for finding an order among all of a merchant's.
create index on transaction (created_at);
create index on transaction (acquirer, reference) where reference is not null;

-- What happened, in the words of GET_TRANS_DETAILS. Appended only.
create table transaction_log (
  transaction_id uuid not null references transaction,
  seq int not null,
  at timestamptz not null,
  type text not null,
  status text not null check (status in ('success', 'waiting', 'fail')),
  units numeric(38,0) not null,
  primary key (transaction_id, seq)
);

-- A capture, reversal, refund or release (of a hold the bank made after our no): what the acquirer is asked under the operation's own id.
create table operation (
  id text primary key,
  transaction_id uuid not null references transaction,
  kind text not null check (kind in ('capture', 'reversal', 'refund', 'release')),
  units numeric(38,0) not null check (units > 0),
  state text not null check (state in ('open', 'done', 'declined', 'dropped')),
  decline_reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int not null default 0
);
create index on operation (due_at) where due_at is not null;
create index on operation (transaction_id);

-- What was seen of a payment at an upstream platform before an operation was sent there, whose protocol gives it no id:
-- how many lines of its kind the payment's list had, by their status.
create table upstream_move (
  operation_id text primary key references operation,
  success int not null,
  fail int not null,
  waiting int not null,
  sent_at timestamptz not null
);

create table notification (
  id text primary key,
  transaction_id uuid not null references transaction,
  merchant_id uuid not null references merchant,
  url text not null,
  fields jsonb not null,                   -- as sent, without hash and card_token, which are made when sending
  with_token boolean not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  first_attempt_at timestamptz,
  last_problem text,
  created_at timestamptz not null,
  due_at timestamptz,
  lease_until timestamptz,
  due_attempts int not null default 0
);
create index on notification (due_at) where due_at is not null;
create index on notification (transaction_id);

-- How a notification address behaves: five time-outs in five minutes close it for a while, for every merchant.
create table notification_address (
  url text primary key,
  timeouts timestamptz[] not null,
  blocked_until timestamptz
);

grant select, insert, update on platform_key, merchant, transaction, operation, upstream_move, notification
  to ${app_role};
grant select, insert, update, delete on vault_card, fields_session, notification_address to ${app_role};
grant select, insert on transaction_log to ${app_role};
