import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { nearestName } from '@cambio/server/settings/nearestName.ts'
import { objectionToAnswer, questions, questionsIn, type Question } from './questions.ts'

/** Settings by their names. */
export type Answers = ReadonlyMap<string, string>

/** Asks a person one question and returns the line that was typed; undefined once the input has ended. */
export type Ask = (sentence: string, options: { isSecret: boolean }) => Promise<string | undefined>

/** The key of a setting, 32 random bytes in base64: the existing one, or a new one. */
export type KeyFor = (name: string) => string

/**
 * Asks for one setting after the other, and again after an invalid answer.
 * @throws CallRefused where the input ends early
 */
export async function askAll(deps: {
  ask: Ask
  say: (sentence: string) => void
  keyFor: KeyFor
}): Promise<Answers> {
  const answers = new Map<string, string>()
  for (const question of questions) {
    if (question.isLive && answers.get('MODE') !== 'live') continue
    const answer = await askOne(deps, question)
    if (answer !== undefined) answers.set(question.name, answer)
  }
  return answers
}

async function askOne(
  deps: { ask: Ask; say: (sentence: string) => void; keyFor: KeyFor },
  question: Question,
): Promise<string | undefined> {
  const { name, ask, suggested, isOptional = false, isSecret = false } = question
  const hint = suggested === undefined ? (isOptional ? ' (may be empty)' : '') : ` [${suggested}]`
  for (;;) {
    const line = await deps.ask(`${name}: ${ask}${hint}: `, { isSecret })
    if (line === undefined) throw new CallRefused(`The answers ended at ${name}. Nothing was written.`)
    const settled = settle(question, line.trim(), deps.keyFor)
    if ('answer' in settled) return settled.answer
    deps.say(settled.objection)
  }
}

/**
 * Reads the settings from a file of NAME=value lines.
 * @throws CallRefused that names everything that is missing, wrong or unknown; then nothing is written
 */
export async function readAnswers(path: string, keyFor: KeyFor): Promise<Answers> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) throw new CallRefused(`${path} cannot be read. Nothing was written.`)
  const given = parseEnv(text)
  const asked = questionsIn(given['MODE'] || 'sandbox')
  const objections = Object.keys(given)
    .filter((name) => !asked.some((question) => question.name === name))
    .map((name) => unaskedFor(name, asked))
  const answers = new Map<string, string>()
  for (const question of asked) {
    const settled = settle(question, given[question.name] ?? '', keyFor)
    if ('objection' in settled) objections.push(settled.objection)
    else if (settled.answer !== undefined) answers.set(question.name, settled.answer)
  }
  if (objections.length > 0) throw new CallRefused(`${objections.join('\n')}\nNothing was written.`)
  return answers
}

function unaskedFor(name: string, asked: readonly Question[]): string {
  const meant = nearestName(
    name,
    asked.map((question) => question.name),
  )
  return meant === undefined
    ? `${name} is not asked for in this mode: set it in the file of settings afterwards.`
    : `${name} is not asked for: did you mean ${meant}?`
}

function settle(
  question: Question,
  line: string,
  keyFor: KeyFor,
): { answer: string | undefined } | { objection: string } {
  const { name, suggested, isKey = false, isOptional = false } = question
  const answer = line === '' && isKey ? keyFor(name) : line || suggested
  if (answer === undefined)
    return isOptional ? { answer } : { objection: `${name} is missing: ${question.ask}.` }
  if (/[\r\n]/.test(answer)) return { objection: `${name} must be on one line.` }
  const objection = objectionToAnswer(question, answer)
  return objection === undefined ? { answer } : { objection }
}
