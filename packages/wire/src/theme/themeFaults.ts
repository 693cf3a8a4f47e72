import { formOf } from './formOf.ts'
import type { Theme } from './Theme.ts'
import { isColourName, isOtherName } from './tokens.ts'

/**
 * Checks a value like the schema `Theme`, but without the schema library, which would be most of what a page that
 * changes its theme fetches.
 */
export function isTheme(value: unknown): value is Theme {
  return themeFaults(value).length === 0
}

/** Why a value is not a theme, each as a sentence; empty where it is one. */
export function themeFaults(value: unknown): string[] {
  if (!isRecord(value)) return ['A theme is an object']
  return Object.entries(value).flatMap(([part, content]) => {
    if (content === undefined) return []
    if (part === 'appearance')
      return ['light', 'dark', 'system'].some((known) => known === content)
        ? []
        : ['appearance must be light, dark or system']
    if (part !== 'tokens' && part !== 'light' && part !== 'dark') return [`There is nothing named ${part}`]
    if (!isRecord(content)) return [`${part} must be an object`]
    return Object.entries(content).flatMap(([name, text]) => faultsOfToken(part, name, text))
  })
}

function faultsOfToken(part: 'tokens' | 'light' | 'dark', name: string, text: unknown): string[] {
  const isToken = isColourName(name) || (part === 'tokens' && isOtherName(name))
  if (!isToken) return [`${part} has no token ${name}`]
  const form = formOf(name)
  return typeof text === 'string' && form.test(text) ? [] : [`${name} must be ${form.says}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
