import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { expect } from 'vitest'

/**
 * Ends what the exchange does at each of these moments, the first two times: nothing of the transaction that meets it is
 * kept, as when the process dies there.
 * @param moments of triggers, `before insert on deposit` say
 * @returns what puts an end to it, and expects that each moment came twice
 */
export async function crashTwice(
  owner: Database,
  moments: readonly string[],
): Promise<{ end(): Promise<void> }> {
  const deaths = moments.map((_, index) => `exchange.deaths_${index}`)
  await owner.query(
    statement(`
      create function exchange.die() returns trigger language plpgsql as $$
      begin
        if nextval(tg_argv[0]) <= 2 then raise exception 'killed'; end if;
        return new;
      end $$`),
  )
  for (const [index, moment] of moments.entries()) {
    await owner.query(statement(`create sequence ${deaths[index]}`))
    await owner.query(statement(`grant usage on sequence ${deaths[index]} to public`))
    const onTable = moment.replace(' on ', ' on exchange.')
    await owner.query(
      statement(
        `create trigger die_${index} ${onTable} for each row execute function exchange.die('${deaths[index]}')`,
      ),
    )
  }
  return {
    async end() {
      for (const [index, moment] of moments.entries()) {
        const [row] = await owner.query<{ last: bigint }>(
          statement(`select last_value as last from ${deaths[index]}`),
        )
        expect(Number(row?.last), moment).toBeGreaterThanOrEqual(2)
      }
      await owner.query(statement('drop function exchange.die cascade'))
      for (const each of deaths) await owner.query(statement(`drop sequence ${each}`))
    },
  }
}
