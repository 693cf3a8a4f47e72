import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { databaseUnavailableOf } from '../postgres/DatabaseUnavailable.ts'
import { answerCall, type CommandLine } from './answerCall.ts'
import { choice, clearable, day, flag, optional, repeated, required, text, wholeNumber } from './arguments.ts'
import { CallRefused } from './CallRefused.ts'
import { command } from './Command.ts'

type Shop = { readonly sold: unknown[] }

const sell = command({
  name: 'cake sell',
  summary: 'Sells a cake.',
  words: {
    cake: required(text('<cake>'), 'Name the cake.'),
    size: required(choice(['s', 'l']), 'Say s or l.'),
  },
  options: {
    to: required(text()),
    pieces: optional(wholeNumber({ least: 1 })),
    on: optional(day),
    candle: repeated(text('red')),
    note: clearable(text()),
    gift: flag(),
  },
  json: z.object({ cake: z.string(), units: z.bigint() }),
  async run({ sold }: Shop, { words, options }) {
    if (words.cake === 'mud') throw new CallRefused('There is no mud cake.')
    sold.push({ ...words, ...options })
    const data = { cake: words.cake, units: 2n ** 70n, secret: 'recipe' }
    return { text: `Sold ${words.cake}.`, data, note: 'Eat it today.', failed: words.cake === 'burnt' }
  },
})
const nothing = { words: {}, options: {}, json: z.object({}) }
const count = command({
  ...nothing,
  name: 'cake',
  summary: 'Counts cakes.',
  run: async ({ sold }: Shop) => ({ text: String(sold.length), data: {} }),
})
const open = command({
  ...nothing,
  name: 'door open',
  summary: 'Opens the door.',
  run: ({ sold }: Shop): Promise<never> =>
    Promise.reject(Object.assign(new Error(`row ${sold.length}`), { severity: 'ERROR', code: '23514' })),
})
const line: CommandLine<Shop> = { program: 'shop', about: 'Runs a shop.', commands: [sell, count, open] }

const call = (shop: Shop, ...words: string[]) => answerCall(line, words, (work) => work(shop))
const callClosed = (...words: string[]) =>
  answerCall(line, words, () => Promise.reject(new Error('The shop was opened.')))

test('a command gets its words and options as they were declared', async () => {
  const shop: Shop = { sold: [] }
  const options = '--to Ada --pieces 3 --on 2026-03-01 --candle red --candle blue --gift'.split(' ')
  const { ok } = await call(shop, 'cake', 'sell', 'plum', 'l', ...options, '--note', '')
  expect(ok).toBe(true)
  expect(shop.sold).toEqual([
    {
      cake: 'plum',
      size: 'l',
      to: 'Ada',
      pieces: 3,
      on: new Date('2026-03-01T00:00:00Z'),
      candle: ['red', 'blue'],
      note: null,
      gift: true,
    },
  ])
})

test('an option that is not given is absent, and a switch is off', async () => {
  const shop: Shop = { sold: [] }
  await call(shop, 'cake', 'sell', 'plum', 's', '--to', 'Ada')
  expect(shop.sold).toEqual([{ cake: 'plum', size: 's', to: 'Ada', candle: [], gift: false }])
})

const sold = ['cake', 'sell', 'plum', 'l', '--to', 'Ada']
const badCalls: readonly [readonly string[], string][] = [
  [['cake', 'sell'], 'Name the cake.'],
  [['cake', 'sell', ' ', 'l', '--to', 'Ada'], 'Name the cake.'],
  [['cake', 'sell', 'plum', '--to', 'Ada'], 'Say s or l.'],
  [['cake', 'sell', 'plum', 'xl', '--to', 'Ada'], 'Say s or l.'],
  [['cake', 'sell', 'plum', 'l'], 'Give --to.'],
  [['cake', 'sell', 'plum', 'l', '--to', ' '], '--to is empty. Give --to a value.'],
  [[...sold, 'more'], '"more" is one word too many.'],
  [[...sold, '--to', 'Bob'], '--to is given more than once.'],
  [[...sold, '--pieces', '0'], '--pieces must be a whole number from 1 on.'],
  [[...sold, '--on', '2026-02-30'], '--on must be a day such as 2026-03-01.'],
  [[...sold, '--candle', ''], '--candle is empty.'],
  [[...sold, '--gift=yes'], "Option '--gift' does not take an argument"],
  [[...sold, '--colour', 'red'], "Unknown option '--colour'."],
  [[...sold, '--peices', '2'], "Unknown option '--peices'. Did you mean --pieces?"],
  [[...sold, '--jsn'], "Unknown option '--jsn'. Did you mean --json?"],
]
test.each(badCalls)('%j is answered before anything is opened', async (words, sentence) => {
  const usage =
    'Usage: shop cake sell <cake> s|l --to … [--pieces …] [--on 2026-03-01] [--candle red …] [--note …] [--gift]'
  const { output, ok } = await callClosed(...words)
  expect(ok).toBe(false)
  expect(output).toContain(sentence)
  expect(output).toContain(`\n${usage}`)
  const { error } = z
    .object({ error: z.string() })
    .parse(JSON.parse((await callClosed(...words, '--json')).output))
  expect(error).toContain(sentence)
})

describe('an answer', () => {
  test('an answer is a sentence or, with --json, what was declared and nothing else', async () => {
    expect(await call({ sold: [] }, ...sold)).toEqual({
      output: 'Sold plum.',
      note: 'Eat it today.',
      ok: true,
    })
    const { output } = await call({ sold: [] }, ...sold, '--json')
    expect(JSON.parse(output)).toEqual({ cake: 'plum', units: '1180591620717411303424' })
  })

  test('an answer to a request that failed or was wrong is not one of success', async () => {
    const sellOne = (cake: string) => call({ sold: [] }, 'cake', 'sell', cake, 'l', '--to', 'Ada')
    expect(await sellOne('burnt')).toMatchObject({ output: 'Sold burnt.', ok: false })
    const refused = await sellOne('mud')
    expect([refused.ok, refused.output]).toEqual([false, 'There is no mud cake.'])
  })

  test.each([
    [
      '57014',
      'The database did not do this: it is unavailable, or was too slow (57014: it took too long and was ended). Try again.',
    ],
    [
      '57P01',
      'The database went away before it confirmed this (57P01: the server is being shut down). Look at what',
    ],
  ])(
    'an answer says in a sentence what is known when the database became unavailable (%s)',
    async (code, sentence) => {
      const away = databaseUnavailableOf(Object.assign(new Error('gone'), { code }), true)
      const callAway = (...words: string[]) => answerCall(line, words, () => Promise.reject(away))
      const said = await callAway('cake')
      expect(said).toMatchObject({ ok: false, isComplaint: true })
      expect(said.output.startsWith(sentence)).toBe(true)
      expect(JSON.parse((await callAway('cake', '--json')).output)).toEqual({ error: said.output })
    },
  )

  test('an answer does not repeat a database’s message, which can have rows in it', async () => {
    const output = 'The database did not do this. Its reason is 23514: a rule of the table forbids it.'
    expect(await call({ sold: [] }, 'door', 'open')).toEqual({ output, ok: false, isComplaint: true })
    expect(JSON.parse((await call({ sold: [] }, 'door', 'open', '--json')).output)).toEqual({ error: output })
  })
})

test('text from a stranger does nothing on a terminal, and reads the same to a program', async () => {
  const name = 'Eve\u001b]0;mine\u0007\nSold all.\u202e'
  const tell = command({
    ...nothing,
    name: 'tell',
    summary: 'Tells.',
    words: { refused: optional(text('<word>')) },
    json: z.object({ name: z.string() }),
    async run(_: Shop, { words: { refused } }) {
      if (refused !== undefined) throw new CallRefused(`There is no ${refused}.`)
      return { text: `Buyer ${name}\nThat is all.`, data: { name }, note: `Ask ${name}` }
    },
  })
  const ask = (...words: string[]) =>
    answerCall({ ...line, commands: [tell] }, words, (work) => work({ sold: [] }))
  expect(await ask('tell')).toEqual({
    output: 'Buyer Eve\\x1b]0;mine\\x07\\nSold all.\\u202e\nThat is all.',
    note: 'Ask Eve\\x1b]0;mine\\x07\\nSold all.\\u202e',
    ok: true,
  })
  const { output } = await ask('tell', '--json')
  expect(JSON.parse(output)).toEqual({ name })
  for (const control of ['\u001b', '\u202e']) expect(output).not.toContain(control)
  expect((await ask('tell', 'w\u009bord')).output).toBe('There is no w\\x9bord.')
})

describe('help', () => {
  test('help shows all commands, those with the same first word, or one', async () => {
    const all = await callClosed()
    expect(all.ok).toBe(true)
    for (const part of ['Runs a shop.', 'shop cake sell', 'Opens the door.'])
      expect(all.output).toContain(part)
    const doors = await callClosed('help', 'door')
    expect(doors.output).toContain('Opens the door.')
    expect(doors.output).not.toContain('Sells a cake.')
    for (const words of [
      ['door', 'open', '--help'],
      ['help', 'door', 'open'],
    ])
      expect(await callClosed(...words)).toEqual({
        output: '  shop door open\n      Opens the door.',
        ok: true,
      })
  })

  test('help answers an unknown command', async () => {
    const { output, ok } = await callClosed('door', 'slam')
    expect(ok).toBe(false)
    expect(output).toContain('There is no such command.')
    expect(output).toContain('Opens the door.')
    expect(output).not.toContain('Sells a cake.')
  })

  test.each([
    ['caek sell plum l', 'cake sell', 'Sells a cake.', 'Opens the door.'],
    ['doors opne', 'door open', 'Opens the door.', 'Sells a cake.'],
  ])(
    '“%s” is answered by the command that was probably meant, “%s”',
    async (words, meant, summary, other) => {
      const { output, ok } = await callClosed(...words.split(' '))
      expect(ok).toBe(false)
      expect(output).toContain(`There is no such command. Did you mean “shop ${meant}”?\n\n  shop ${meant}`)
      expect(output).toContain(summary)
      expect(output).not.toContain(other)
    },
  )

  test('a misspelt command is answered by those that it may mean, or by the first words there are', async () => {
    const misspelt = await callClosed('doors', 'open')
    expect(misspelt.output).toContain('Opens the door.')
    expect(misspelt.output).not.toContain('Sells a cake.')
    const { output, ok } = await callClosed('window')
    expect(ok).toBe(false)
    expect(output).toMatch(/^There is no such command\.\n\n“shop help <word>”.*:\n  .*\bcake, .*\bdoor\b/)
    expect(output).not.toContain('Sells a cake.')
  })

  test('help distinguishes a command from a longer one that begins with its name', async () => {
    expect(await call({ sold: [] }, 'cake')).toMatchObject({ output: '0' })
    expect((await callClosed('help', 'cake')).output).toBe('  shop cake\n      Counts cakes.')
  })
})

test('help shows commands of another command line, too', async () => {
  const both = { ...line, elsewhere: [{ name: 'bake', usage: 'bake', summary: 'Bakes them.' }] }
  const ask = (...words: string[]) => answerCall(both, words, () => Promise.reject(new Error('opened')))
  expect((await ask()).output).toMatch(/ {2}shop bake\n {6}Bakes them\.[^]*Sells a cake\./)
  expect(await ask('help', 'bake')).toMatchObject({ ok: true, output: expect.not.stringContaining('Sells') })
  expect((await ask('help', 'bake')).output).toContain('Bakes them.')
})

describe('a command that is read when it is called', () => {
  const late: CommandLine<Shop> = {
    ...line,
    commands: [
      { name: 'cake', load: () => Promise.resolve(count) },
      { name: 'cake sell', load: () => Promise.reject(new Error('Nobody sells.')) },
      { name: 'door open', load: () => Promise.resolve(sell) },
    ],
  }
  const answer = (...words: string[]) => answerCall(late, words, (work) => work({ sold: [] }))

  test('a command that is loaded when called needs no other to be loaded', async () => {
    expect(await answer('cake')).toMatchObject({ output: '0', ok: true })
    expect(await answer('cake', '-h')).toMatchObject({ output: '  shop cake\n      Counts cakes.' })
  })

  test('a command that is loaded when called has the name that it is called by', async () => {
    await expect(answer('door', 'open')).rejects.toThrow('The command door open calls itself cake sell')
  })
})
