import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'

/* What can be held without Prometheus. “pnpm check:deploy” has promtool fire each rule. */

const packages = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(packages, path), 'utf8')

const Rule = z.strictObject({
  alert: z.string().check(z.regex(/^[A-Z][A-Za-z]+$/)),
  expr: z.string(),
  for: z.optional(z.string().check(z.regex(/^\d+[smh]$/))),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
})
const Rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule) })),
})
const Tests = z.looseObject({ tests: z.array(z.looseObject({ name: z.string() })) })

let rules: z.infer<typeof Rule>[]
beforeAll(async () => {
  const { groups } = Rules.parse(parse(await read('deploy/prometheus/alerts.yml')))
  rules = groups.flatMap((group) => group.rules)
})
const names = () => rules.map(({ alert }) => alert)

test('each alert has a runbook in the guide, and each runbook its alert', async () => {
  const page = await read('guide/pages/operating/alerts.md')
  const headings = [...page.matchAll(/^## (\w+) \{#(\w+)\}$/gm)].map(([, name, anchor]) => [name, anchor])
  expect(headings).toEqual(names().map((name) => [name, name.toLowerCase()]))
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(
      `{{ $externalLabels.guide }}/operating/alerts#${alert.toLowerCase()}`,
    )
})

test('each alert has a test that fires it', async () => {
  const { tests } = Tests.parse(parse(await read('deploy/prometheus/alerts.test.yml')))
  expect(tests.map(({ name }) => name)).toEqual([...names(), 'all is well'])
})

test('each alert asks for numbers that a program gives', async () => {
  let sources = ''
  for (const name of ['server', 'bff', 'cards', 'rails'])
    for await (const file of glob(`${name}/src/**/*.ts`, { cwd: packages })) sources += await read(file)
  const asked = rules.flatMap(
    ({ expr }) => expr.replaceAll(/"[^"]*"/g, '').match(/[a-z]+(?:_[a-z]+)+/g) ?? [],
  )
  // A histogram counts, and each table of due rows has a number of its own.
  const given = (name: string) =>
    name.startsWith('due_waited_seconds_')
      ? sources.includes('`due_waited_seconds_${')
      : sources.includes(`'${name.replace(/_count$/, '')}'`)
  expect(asked.length).toBeGreaterThan(rules.length - 2)
  expect(asked.filter((name) => !given(name))).toEqual([])
})
