import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { misspeltVariables } from './misspeltVariables.ts'

const schema = z.object({
  MODE: z.string(),
  PORT: z.string(),
  BASE_URL: z.string(),
  DATABASE_URL: z.string(),
  TRUSTED_PROXIES: z.string(),
})
const other = z.object({ DATABASE_URI: z.string() })

test.each([
  ['BASE_URl', 'BASE_URL'],
  ['BASEURL', 'BASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['mode', 'MODE'],
  ['PROT', 'PORT'],
])('%s is reported with its probable meaning, without its value', (name, nearest) => {
  expect(misspeltVariables([schema], { [name]: 'hunter2' })).toEqual([
    `${name} is set, but no variable has this name: did you mean ${nearest}?`,
  ])
})

test.each([
  'NODE',
  'HOME',
  'POST',
  'PATH',
  'HOSTNAME',
  'DATABASE',
  'URL',
  'PGDATABASE',
  'APP_URL',
  'npm_config_x',
])('%s belongs to another program and is not reported', (name) => {
  expect(misspeltVariables([schema], { [name]: 'x' })).toEqual([])
})

test('the file of a setting is not a mistake, and a misspelt one is', () => {
  const environment = { DATABASE_URL_FILE: 'x', DATABSE_URL_FILE: 'x' }
  expect(misspeltVariables([schema], environment)).toEqual([
    'DATABSE_URL_FILE is set, but no variable has this name: did you mean DATABASE_URL_FILE?',
  ])
})

test('a variable that any part of the program reads is not a mistake', () => {
  expect(misspeltVariables([schema, other], { DATABASE_URI: 'x', DATABASE_URL: 'x' })).toEqual([])
})
