/** Codes that say why a database did not do something: SQLSTATEs (PostgreSQL's manual, appendix A) and system errors. */
const words: Readonly<Record<string, string>> = {
  '08006': 'the connection broke',
  '08P01': 'the other end does not speak as a PostgreSQL does',
  '22001': 'a text is too long for its column',
  '22P02': 'a text is not what its column takes',
  '23502': 'a value is missing',
  '23503': 'a row that it refers to is not there',
  '23505': 'there is such a row already',
  '23514': 'a rule of the table forbids it',
  '25006': 'the server only lets itself be read, as a standby does',
  '25P02': 'a statement before it in the transaction had failed',
  '25P03': 'the transaction rested for too long',
  '28000': 'the server does not let this user in from here (pg_hba.conf)',
  '28P01': 'the password is wrong',
  '3D000': 'there is no such database',
  '3F000': 'there is no such schema',
  '40001': 'a standby had to go on with what its primary sent',
  '40P01': 'two transactions waited for each other',
  '42501': 'the user may not do this',
  '42703': 'there is no such column',
  '42883': 'there is no such function',
  '42P01': 'there is no such table',
  '53100': 'the disk is full',
  '53200': 'the server has no memory left',
  '53300': 'the server has no connection left',
  '54000': 'it is more than the server can do',
  '55P03': 'somebody else holds the row',
  '57014': 'it took too long and was ended',
  '57P01': 'the server is being shut down',
  '57P02': 'the server crashed',
  '57P03': 'the server is starting, or does not take anything yet',
  '58030': 'the disk could not be read or written',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the other end broke the connection',
  EHOSTUNREACH: 'the machine cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOENT: 'there is no socket at this path',
  ENOTFOUND: 'there is no machine of this name',
  EPIPE: 'the other end broke the connection',
  ETIMEDOUT: 'nobody answered in time',
  no_answer: 'nobody answered in time',
  not_replicated: 'no standby has what was committed',
  program_ending: 'the program is being stopped',
  XX001: 'a page on the disk is damaged',
  XX002: 'an index is damaged',
}

/** A code and what it means, `57P01: the server is being shut down`; the code alone where that is not known. */
export function codeInWords(code: string): string {
  const meaning = meaningOfCode(code)
  return meaning === undefined ? code : `${code}: ${meaning}`
}

/** What a code means, as the end of a sentence; undefined where that is not known. */
export function meaningOfCode(code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined
}
