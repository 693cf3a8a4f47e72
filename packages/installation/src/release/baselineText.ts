/** Stands for the program's schema in the dump. */
export const SCHEMA = 'schema_of_the_program'
/** Stands for the role that the program runs as. */
export const ROLE = 'role_of_the_program'

const TITLE = '-- Made by “pnpm baseline” from the migrations named here, each with the SHA-256 of its file.'

/**
 * The output of `pg_dump` as a file that `migrate` applies in a transaction: its settings end with the transaction, and
 * the schema exists before.
 * @param held the lines that name the migrations
 */
export function baselineText(dump: string, held: string): string {
  const lines = dump.split('\n').filter((line) => !isLeftOut(line))
  const text = lines
    .join('\n')
    .replaceAll(/^SET (\w+) = /gm, 'SET LOCAL $1 = ')
    .replaceAll(new RegExp(`'${SCHEMA}'|"${SCHEMA}"|${SCHEMA}`, 'g'), '$${schema}')
    .replaceAll(new RegExp(`"${ROLE}"|${ROLE}`, 'g'), '$${app_role}')
    .replaceAll(/\n{3,}/g, '\n\n')
  return `${TITLE}\n${held}\n\n${text.trim()}\n`
}

/** Comments of the dump, commands of psql, and what `migrate` has done before. */
function isLeftOut(line: string): boolean {
  return (
    /^(--|\\)/.test(line) ||
    line.startsWith('SELECT pg_catalog.set_config(') ||
    line === `CREATE SCHEMA ${SCHEMA};` ||
    line === `GRANT USAGE ON SCHEMA ${SCHEMA} TO ${ROLE};`
  )
}
