#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: a database for each program, with an owner who migrates and a
# role that the program runs as.
set -eu
for program in exchange cards; do
  upper=$(printf '%s' "$program" | tr '[:lower:]' '[:upper:]')
  psql --set ON_ERROR_STOP=1 --username postgres \
    --set owner_password="$(cat "/run/secrets/${upper}_OWNER_PASSWORD")" \
    --set app_password="$(cat "/run/secrets/${upper}_APP_PASSWORD")" <<SQL
create role ${program}_owner login password :'owner_password';
create role ${program}_app login password :'app_password';
create database ${program} owner ${program}_owner;
revoke all on database ${program} from public;
grant connect on database ${program} to ${program}_app;
SQL
done
