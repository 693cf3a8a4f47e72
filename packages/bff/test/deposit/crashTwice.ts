import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'

/**
 * Ends what the exchange does at a moment, the first two times: nothing of the transaction that meets it is kept, as when
 * the process dies there.
 * @param moment of a trigger, `before insert on deposit` say
 * @returns what puts an end to it, and says how often the moment came
 */
export async function crashTwice(owner: Database, moment: string): Promise<{ end(): Promise<bigint> }> {
  await owner.query(statement('create sequence exchange.deaths'))
  await owner.query(
    statement(`
      create function exchange.die() returns trigger language plpgsql as $$
      begin
        if nextval('exchange.deaths') <= 2 then raise exception 'killed'; end if;
        return new;
      end $$`),
  )
  await owner.query(statement('grant usage on sequence exchange.deaths to public'))
  const onTable = moment.replace(' on ', ' on exchange.')
  await owner.query(statement(`create trigger die ${onTable} for each row execute function exchange.die()`))
  return {
    async end() {
      const [row] = await owner.query<{ last: bigint }>(
        statement('select last_value as last from exchange.deaths'),
      )
      await owner.query(statement('drop function exchange.die cascade'))
      await owner.query(statement('drop sequence exchange.deaths'))
      return row?.last ?? 0n
    },
  }
}
