import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

/*
 * Prints where a program's processor time went, as a flame graph in words, from a profile that node wrote
 * (`--cpu-prof`): what took most by itself with who called it, and what took most with all that it called.
 */

const MOST = 25
const WIDEST = 78

const Frame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() })
const Profile = z.object({
  nodes: z.array(z.object({ id: z.int(), callFrame: Frame, children: z.optional(z.array(z.int())) })),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
})
type Profile = z.infer<typeof Profile>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string' } },
})
const [file] = positionals
if (file === undefined) {
  process.stderr.write('pnpm bench:profile FILE.cpuprofile [--each N]   N: how many orders it was\n')
  process.exitCode = 1
} else print(Profile.parse(JSON.parse(await readFile(file, 'utf8'))), Number(values.each ?? 1))

function print(profile: Profile, each: number): void {
  const { self, callers, total, busyMs } = summed(profile)
  const share = (ms: number) => `${((100 * ms) / busyMs).toFixed(1).padStart(5)} %`
  const cell = (ms: number) => `${(ms / each).toFixed(each === 1 ? 0 : 3).padStart(8)} ms ${share(ms)}  `
  process.stdout.write(
    `${(busyMs / each).toFixed(3)} ms of processor time${each === 1 ? '' : ' each'}\n\nBy itself, and who called it:\n`,
  )
  for (const [name, ms] of largest(self)) {
    const [caller = '-', fromIt = 0] = largest(callers.get(name) ?? new Map())[0] ?? []
    process.stdout.write(`${cell(ms)}${name}\n${' '.repeat(22)}${share(fromIt)} by ${caller}\n`)
  }
  process.stdout.write('\nWith all that it called:\n')
  for (const [name, ms] of largest(total)) process.stdout.write(`${cell(ms)}${name}\n`)
}

/** Milliseconds by function: by itself, by itself for each caller, and with all that it called; without idle time. */
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
    busyMs += ms
    add(self, own, ms)
    const stack = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.add(name(at))
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
