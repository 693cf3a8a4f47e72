import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answers } from './collectAnswers.ts'
import { questions, type Reader } from './questions.ts'

/** A file to write, with its content and who may read it. */
export type PlannedFile = { readonly path: string; readonly content: string; readonly mode: number }

const UNITS = join(import.meta.dirname, '../../../deploy/systemd')

/** A sandbox's programs run their own migrations. */
const readersIn: Readonly<Record<string, readonly Reader[]>> = {
  sandbox: ['cards', 'exchange'],
  live: ['cards', 'exchange', 'cards-migrate', 'exchange-migrate'],
}

/**
 * The files of an installation: the settings of each program, a file for each secret, and systemd's units.
 * @param input.folder the folder of settings and secrets
 * @param input.checkout where Cambio is installed
 */
export async function planFiles(
  answers: Answers,
  { folder, checkout }: { folder: string; checkout: string },
): Promise<readonly PlannedFile[]> {
  const readers = readersIn[answers.get('MODE') ?? 'sandbox'] ?? []
  const units = await Promise.all(readers.map((reader) => unitOf(reader, answers, { folder, checkout })))
  return [
    ...(['exchange', 'cards'] as const).map((program) => ({
      path: join(folder, `${program}.env`),
      content: settingsOf(program, answers),
      mode: 0o600,
    })),
    ...namesOf(answers, undefined, true).map((name) => ({
      path: join(folder, 'secrets', name),
      content: `${answers.get(name) ?? ''}\n`,
      mode: 0o600,
    })),
    ...units,
  ]
}

/** The names of the answered settings: of one reader or of all, secrets or the others. */
function namesOf(answers: Answers, reader: Reader | undefined, isSecret: boolean): string[] {
  return questions
    .filter((each) => answers.has(each.name) && (each.isSecret ?? false) === isSecret)
    .filter((each) => reader === undefined || each.readers.includes(reader))
    .map(({ name }) => name)
}

function settingsOf(program: 'exchange' | 'cards', answers: Answers): string {
  return namesOf(answers, program, false)
    .map((name) => `${name}=${quoted(answers.get(name) ?? '')}\n`)
    .join('')
}

/** Quoted as both systemd and a shell read it. */
function quoted(value: string): string {
  return /^[\w./:,=@%+-]*$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`
}

/** The shipped unit, with the folders and the secrets of this installation. */
async function unitOf(
  reader: Reader,
  answers: Answers,
  { folder, checkout }: { folder: string; checkout: string },
): Promise<PlannedFile> {
  const name = `cambio-${reader}.service`
  const shipped = await readFile(join(UNITS, name), 'utf8')
  const secrets = namesOf(answers, reader, true).map(
    (secret) => `LoadCredential=${secret}:${join(folder, 'secrets', secret)}`,
  )
  const [head = '', ...rest] = shipped.split(/^(?:# .*\n)?LoadCredential=.*\n/m)
  const content = [head, ...secrets.map((line) => `${line}\n`), ...rest]
    .join('')
    .replaceAll('/etc/cambio/', `${folder}/`)
    .replaceAll('/opt/cambio', checkout)
  return { path: join(folder, 'systemd', name), content, mode: 0o644 }
}
