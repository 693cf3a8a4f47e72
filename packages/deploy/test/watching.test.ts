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

/** What of a dashboard Grafana reads it by (its schema 39), as far as ours use it. */
const Dashboard = z.looseObject({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.literal(39),
  panels: z.array(
    z.strictObject({
      id: z.number(),
      type: z.enum(['timeseries', 'stat']),
      title: z.string(),
      description: z.string().check(z.minLength(1)),
      datasource: z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${datasource}') }),
      gridPos: z.strictObject({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
      fieldConfig: z.looseObject({}),
      targets: z.array(z.strictObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() })),
    }),
  ),
})

let sources = ''
let rules: z.infer<typeof Rule>[]
beforeAll(async () => {
  const { groups } = Rules.parse(parse(await read('deploy/prometheus/alerts.yml')))
  rules = groups.flatMap((group) => group.rules)
  for (const name of ['server', 'bff', 'cards', 'rails'])
    for await (const file of glob(`${name}/src/**/*.ts`, { cwd: packages })) sources += await read(file)
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

test('each alert and each panel asks for numbers that a program gives', async () => {
  const panels = (await dashboards()).flatMap((board) => board.panels)
  const exprs = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
  const asked = exprs.flatMap(
    (expr) =>
      expr
        .replaceAll(/"[^"]*"/g, '')
        .replaceAll(/histogram_quantile/g, '')
        .match(/[a-z]+(?:_[a-z0-9]+)+/g) ?? [],
  )
  expect(asked.length).toBeGreaterThan(exprs.length - 4)
  expect(asked.filter((name) => !given(name))).toEqual([])
})

test('each dashboard has an address and panels of its own, each with its words', async () => {
  const boards = await dashboards()
  expect(new Set(boards.map(({ uid }) => uid)).size).toBe(4)
  for (const { panels } of boards)
    for (const keyOf of [placeOf, ({ id }: Panel) => String(id), ({ title }: Panel) => title])
      expect(new Set(panels.map(keyOf)).size).toBe(panels.length)
})

type Panel = z.infer<typeof Dashboard>['panels'][number]
const placeOf = ({ gridPos: { x, y } }: Panel) => `${x} ${y}`

async function dashboards(): Promise<z.infer<typeof Dashboard>[]> {
  const found = []
  for await (const file of glob('deploy/grafana/*.json', { cwd: packages }))
    found.push(Dashboard.parse(JSON.parse(await read(file))))
  return found
}

/** A histogram counts and has buckets, each table of due rows has numbers of its own, and Node.js has its own. */
function given(name: string): boolean {
  if (/^(process|nodejs)_/.test(name)) return true
  const due = /^due_(?:rows|waited_seconds)_/.exec(name)?.[0]
  return sources.includes(due ? `\`${due}\${` : `'${name.replace(/_(count|bucket)$/, '')}'`)
}
