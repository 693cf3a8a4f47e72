import { statSync } from 'node:fs'
import type * as z from 'zod/mini'
import { misspeltVariables } from '../settings/misspeltVariables.ts'
import { fileVariables, settingNames } from '../settings/settingFiles.ts'
import { warning, type Finding } from './Finding.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Finds variables that are misspelt, and files of secrets that other users of this machine can read. */
export function examineVariables(schema: z.ZodMiniObject, variables: Variables): Finding[] {
  return [...misspelt(schema, variables), ...openFiles(schema, variables)]
}

function misspelt(schema: z.ZodMiniObject, variables: Variables): Finding[] {
  return misspeltVariables([schema], variables).map((sentence) =>
    warning('settings', sentence, 'Rename or remove the variable.'),
  )
}

function openFiles(schema: z.ZodMiniObject, variables: Variables): Finding[] {
  const names = fileVariables(settingNames([schema]))
  return names.flatMap((name) => {
    const path = variables[name]
    if (!path) return []
    const file = statSync(path, { throwIfNoEntry: false })
    if (file === undefined || (file.mode & 0o007) === 0) return []
    return [
      warning(
        'secrets',
        `Every user of this machine can read the file of ${name}.`,
        `Run "chmod o= ${path}".`,
      ),
    ]
  })
}
