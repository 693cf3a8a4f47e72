import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { StartRefused } from './StartRefused.ts'

/*
 * A setting may be in a file instead of a variable, since the system shows variables to all who may inspect the
 * process. NAME_FILE names the file of NAME, as in Docker's images; systemd's LoadCredential= provides a folder of
 * files with the settings' own names (systemd.exec(5), CREDENTIALS_DIRECTORY).
 */

type Variables = Readonly<Record<string, string | undefined>>

const SUFFIX = '_FILE'
const CREDENTIALS = 'CREDENTIALS_DIRECTORY'
/** No setting is longer: a larger file was named by mistake. */
const MOST_BYTES = 65_536

/** The names of a program's settings. */
export function settingNames(schemas: readonly z.ZodMiniObject[]): readonly string[] {
  return schemas.flatMap((schema) => Object.keys(schema.shape))
}

/** The variables that name a setting's file, without settings that have such a name themselves (CARDS_KEY_FILE). */
export function fileVariables(names: readonly string[]): readonly string[] {
  return names.map((name) => `${name}${SUFFIX}`).filter((name) => !names.includes(name))
}

/** Whether a setting is set, by a variable or a file. */
export function isGiven(name: string, environment: Variables): boolean {
  return [environment[name], environment[`${name}${SUFFIX}`], credential(name, environment)].some(Boolean)
}

/**
 * Reads settings from files into their variables, without a file's final line break. The variables that named the files
 * are removed, so that a program started with the result reads no file again.
 * @param schemas the settings to read; nothing else is read
 * @throws StartRefused when a setting is set twice, or its file is missing, empty or too large; a file's text is never
 * repeated
 */
export function withFiles(schemas: readonly z.ZodMiniObject[], environment: Variables): Variables {
  const names = settingNames(schemas)
  const read = names.flatMap((name) => {
    const [file, ...more] = filesOf(name, names, environment)
    if (file === undefined) return []
    const others = environment[name] ? ['the variable itself', ...more] : more
    if (others.length === 0) return [[name, contentOf(name, file)] as const]
    throw new StartRefused(
      `${name} is set more than once: by ${[file, ...others].join(' and by ')}. Leave one.`,
    )
  })
  const left = new Set([...fileVariables(names), CREDENTIALS])
  const others = Object.entries(environment).filter(([name]) => !left.has(name))
  return Object.fromEntries([...others, ...read])
}

function filesOf(name: string, names: readonly string[], environment: Variables): string[] {
  const variable = `${name}${SUFFIX}`
  const named = names.includes(variable) ? undefined : environment[variable]
  return [named, credential(name, environment)].flatMap((path) => (path ? [path] : []))
}

function credential(name: string, { [CREDENTIALS]: folder }: Variables): string | undefined {
  if (!folder) return undefined
  const path = join(folder, name)
  return statSync(path, { throwIfNoEntry: false }) ? path : undefined
}

function contentOf(name: string, path: string): string {
  const text = textOf(name, path).replace(/\r?\n$/, '')
  if (text === '') throw new StartRefused(`The file ${path} of ${name} is empty.`)
  return text
}

function textOf(name: string, path: string): string {
  try {
    if (statSync(path).size <= MOST_BYTES) return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new StartRefused(`The file ${path} of ${name} cannot be read (${code}).`, { cause: error })
  }
  throw new StartRefused(`The file ${path} of ${name} is too large for a setting.`)
}
