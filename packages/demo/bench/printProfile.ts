import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

/*
 * Prints where a program's processor time went, as a flame graph in words, from a profile that node wrote
 * (`--cpu-prof`): what took most by itself with who called it, and what took most with all that it called.
 */

const MOST = 25
const WIDEST = 78
const LOADING = 'node:internal/modules/'

const Frame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() })
const Profile = z.object({
  nodes: z.array(z.object({ id: z.int(), callFrame: Frame, children: z.optional(z.array(z.int())) })),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
})
type Profile = z.infer<typeof Profile>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ms: { type: 'string' } },
})
const [file] = positionals
if (file === undefined) {
  process.stderr.write(
    'pnpm bench:profile FILE.cpuprofile [--ms MS]   MS: what the bench says an order takes of the processor\n',
  )
  process.exitCode = 1
} else print(Profile.parse(JSON.parse(await readFile(file, 'utf8'))), values.ms)

/** @param ms what an order takes, milliseconds; its parts are then told, and of the whole profile otherwise */
function print(profile: Profile, ms: string | undefined): void {
  const { self, callers, total, busyMs } = summed(profile)
  const scale = ms === undefined ? 1 : Number(ms) / busyMs
  const digits = ms === undefined ? 0 : 3
  const share = (part: number) => `${((100 * part) / busyMs).toFixed(1).padStart(5)} %`
  const cell = (part: number) => `${(part * scale).toFixed(digits).padStart(8)} ms ${share(part)}  `
  process.stdout.write(
    `${(busyMs * scale).toFixed(digits)} ms of the processor\n\nBy itself, and who called it:\n`,
  )
  for (const [name, part] of largest(self)) {
    const [caller = '-', fromIt = 0] = largest(callers.get(name) ?? new Map())[0] ?? []
    process.stdout.write(`${cell(part)}${name}\n${' '.repeat(22)}${share(fromIt)} by ${caller}\n`)
  }
  process.stdout.write('\nWith all that it called:\n')
  for (const [name, part] of largest(total)) process.stdout.write(`${cell(part)}${name}\n`)
}

/**
 * Milliseconds by function: by itself, by itself for each caller, and with all that it called; without idle time and the
 * loading of modules.
 */
function summed({ nodes, samples, timeDeltas }: Profile) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const name = (id: number) => nameOf(byId.get(id)?.callFrame)
  const self = new Map<string, number>()
  const total = new Map<string, number>()
  const callers = new Map<string, Map<string, number>>()
  let busyMs = 0
  for (const [index, id] of samples.entries()) {
    const own = name(id)
    if (own === '(idle)' || own === '(program)') continue
    const ms = (timeDeltas[index] ?? 0) / 1_000
    const stack = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.add(name(at))
    if ([...stack].some((each) => each.includes(LOADING))) continue
    busyMs += ms
    add(self, own, ms)
    stack.delete('(root)')
    for (const each of stack) add(total, each, ms)
    const byCaller = callers.get(own) ?? new Map<string, number>()
    callers.set(own, byCaller)
    add(byCaller, [...stack].find((each) => each !== own) ?? '(root)', ms)
  }
  return { self, callers, total, busyMs }
}

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms)
}

function largest(sums: ReadonlyMap<string, number>): readonly [string, number][] {
  return [...sums].toSorted(([, one], [, other]) => other - one).slice(0, MOST)
}

/** A function with its file, from the packages' folder or the library's name on. */
function nameOf(frame: z.infer<typeof Frame> | undefined): string {
  if (frame === undefined) return '(root)'
  const { functionName, url, lineNumber } = frame
  const place = url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/packages\//, '')
  const where = place === '' ? '' : `  ${place}:${lineNumber + 1}`
  return `${functionName || '(anonymous)'}${where}`.slice(0, WIDEST)
}
