#!/bin/sh
# Makes what compose.yaml needs and nobody has to invent: passwords, keys, and the addresses that hold them. What is there
# stays as it is. The secrets that others gave you are to be written into the files that it names.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets

make() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
random() { openssl rand -hex 24; }

for name in POSTGRES EXCHANGE_OWNER EXCHANGE_APP CARDS_OWNER CARDS_APP; do make "${name}_PASSWORD" "$(random)"; done
make GRAFANA_PASSWORD "$(random)"
make EXCHANGE_KEY "$(openssl rand -base64 32)"
make CARDS_KEY "$(openssl rand -base64 32)"
make DATABASE_URL "postgres://exchange_app:$(cat secrets/EXCHANGE_APP_PASSWORD)@postgres/exchange"
make DATABASE_OWNER_URL "postgres://exchange_owner:$(cat secrets/EXCHANGE_OWNER_PASSWORD)@postgres/exchange"
make CARDS_DATABASE_URL "postgres://cards_app:$(cat secrets/CARDS_APP_PASSWORD)@postgres/cards"
make CARDS_DATABASE_OWNER_URL "postgres://cards_owner:$(cat secrets/CARDS_OWNER_PASSWORD)@postgres/cards"

# Each container runs as a user of its own and is given its own files alone. On this machine only the folder's owner enters.
chmod 700 secrets
chmod 444 secrets/*

for name in CARDS_UPSTREAM_PASSWORD MERCHANT_PASSWORD MERCHANT_SIGNING_SECRET SMTP_URL \
  SUMSUB_APP_TOKEN SUMSUB_SECRET_KEY SUMSUB_WEBHOOK_SECRET CHAIN_KEY; do
  [ -s "secrets/$name" ] || echo "Write $name into $PWD/secrets/$name, or take it out of compose.yaml."
done
