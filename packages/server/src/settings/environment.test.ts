import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  flag,
  httpUrl,
  list,
  port,
  positiveInteger,
  positiveNumber,
  postgresUrl,
  readEnvironment,
} from './environment.ts'

const schema = z.object({
  PORT: z.prefault(port, '8787'),
  BASE_URL: z.optional(httpUrl),
  FACTOR: z.optional(positiveNumber),
  DELAY_MS: z.optional(positiveInteger),
  DATABASE_URL: z.optional(postgresUrl),
  PROXIES: z.prefault(list, ','),
  PUBLIC: z.prefault(flag, '0'),
})

test('valid variables are read, defaults replace missing ones, and others are ignored', () => {
  const read = readEnvironment(schema, {
    PORT: '80',
    BASE_URL: 'https://pay.example.com/',
    FACTOR: '0.25',
    DELAY_MS: '1000',
    DATABASE_URL: 'postgres://u:p@h/d',
    PROXIES: '10.0.0.0/8, ::1',
    PUBLIC: '1',
    OTHER: 'x',
  })
  expect(read).toEqual({
    PORT: 80,
    BASE_URL: 'https://pay.example.com',
    FACTOR: 0.25,
    DELAY_MS: 1000,
    DATABASE_URL: 'postgres://u:p@h/d',
    PROXIES: ['10.0.0.0/8', '::1'],
    PUBLIC: true,
  })
  expect(readEnvironment(schema, { PORT: '' })).toEqual({ PORT: 8787, PROXIES: [], PUBLIC: false })
})

describe('a bad variable refuses the start by its name and what it must be, and never by its value', () => {
  test.each([
    ['PORT', 'eighty', 'a port number from 0 to 65535'],
    ['PORT', '65536', 'a port number'],
    ['PORT', '-1', 'a port number'],
    ['BASE_URL', 'ftp://x', 'an http or https address'],
    ['BASE_URL', 'https://user:hunter2@x', 'an http or https address'],
    ['FACTOR', '0.000', 'a number above 0'],
    ['FACTOR', '1e400', 'a number above 0'],
    ['DELAY_MS', '000', 'a whole number of at least 1'],
    ['DELAY_MS', '1.5', 'a whole number of at least 1'],
    ['DATABASE_URL', 'hunter2', 'a PostgreSQL address'],
    ['PUBLIC', 'yes', '1 or 0'],
  ])('%s=%s', (name, value, must) => {
    const read = () => readEnvironment(schema, { [name]: value })
    expect(read).toThrow(expect.objectContaining({ name: 'StartRefused' }))
    expect(read).toThrow(`${name} must be ${must}`)
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining(value) }))
  })
})

test('all faults are named at once, and what is missing as such', () => {
  const strict = z.object({ PORT: port, KEY: z.string('a key of 32 bytes') })
  expect(() => readEnvironment(strict, { PORT: 'x' })).toThrow(
    'PORT must be a port number from 0 to 65535. KEY is not set and must be a key of 32 bytes.',
  )
})

describe('a setting in a file', () => {
  const inFolder = async (files: Readonly<Record<string, string>>, use: (folder: string) => void) => {
    const folder = await mkdtemp(join(tmpdir(), 'cambio-settings-'))
    try {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      use(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test('a setting in a file is read from the file that NAME_FILE names, and from the credentials of systemd by its own name', () =>
    inFolder({ url: 'postgres://u:p@h/d\n', BASE_URL: 'https://pay.example.com', OTHER: 'x' }, (folder) => {
      const environment = { DATABASE_URL_FILE: join(folder, 'url'), CREDENTIALS_DIRECTORY: folder }
      expect(readEnvironment(schema, environment)).toMatchObject({
        DATABASE_URL: 'postgres://u:p@h/d',
        BASE_URL: 'https://pay.example.com',
      })
    }))

  test('a setting in a file refuses the start when it is set twice, missing, empty or wrong, and never by its text', () =>
    inFolder({ BASE_URL: 'hunter2', empty: '\n' }, (folder) => {
      const path = (name: string) => join(folder, name)
      const read = (environment: Readonly<Record<string, string>>) => () =>
        readEnvironment(schema, environment)
      expect(read({ PORT: '80', PORT_FILE: path('empty') })).toThrow(
        `PORT is set more than once: by ${path('empty')} and by the variable itself. Leave one.`,
      )
      expect(read({ BASE_URL_FILE: path('empty'), CREDENTIALS_DIRECTORY: folder })).toThrow(
        'BASE_URL is set more than once',
      )
      expect(read({ PORT_FILE: path('none') })).toThrow(
        `The file ${path('none')} of PORT cannot be read (ENOENT).`,
      )
      expect(read({ PORT_FILE: path('empty') })).toThrow(`The file ${path('empty')} of PORT is empty.`)
      expect(read({ CREDENTIALS_DIRECTORY: folder })).toThrow(
        'BASE_URL must be an http or https address such as https://pay.example.com.',
      )
    }))

  test('a setting’s file is not searched where another setting of the program has that name itself', () => {
    const keys = z.object({ KEY: z.optional(z.string()), KEY_FILE: z.optional(z.string()) })
    expect(readEnvironment(keys, { KEY_FILE: '/nowhere' })).toEqual({ KEY_FILE: '/nowhere' })
  })
})
