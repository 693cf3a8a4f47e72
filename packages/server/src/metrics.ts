import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { VERSION } from './version.ts'

type Labels = Readonly<Record<string, string>>

/** A program's metrics, in a registry of its own. Labels come from closed lists, never from a request. */
export type Metrics = {
  /** One answered request; `route` is the template it matched. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
  /** Adds to a counter, which is created at its first use. @param by 1 by default, never negative */
  count(name: string, help: string, labels?: Labels, by?: number): void
  /** A gauge that is read at each scrape; `read` returns each value with its labels. */
  gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Promise<readonly Reading[]>,
  ): void
  /** The answer of a `/metrics` route, in Prometheus' text format. */
  exposition(): Promise<{ contentType: string; body: string }>
}

/** One value of a gauge. */
export type Reading = { readonly labels: Labels; readonly value: number }

/** Gauges with a counter's name ending, which format checkers reject; each is the sum of another that stays. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of a program, initially only those of the process (memory, event loop). */
export function createMetrics(input: { program: string }): Metrics {
  const registry = Registry.merge([ofProcess()])
  registry.setDefaultLabels({ program: input.program })
  const answered = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by the route they matched and the status they got.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  new Gauge({
    name: 'build_info',
    help: 'Always 1: the version of the program, and of the Node.js that runs it.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.version }, 1)
  const counters = new Map<string, Counter>()
  return {
    answered: ({ method, route, status, seconds }) => answered.observe({ method, route, status }, seconds),
    count(name, help, labels = {}, by = 1) {
      const counter =
        counters.get(name) ??
        new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] })
      counters.set(name, counter)
      counter.inc(labels, by)
    },
    gauge(name, help, labelNames, read) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
        async collect() {
          // While the database is unavailable, the other metrics matter most.
          const readings = await read().catch(() => [])
          gauge.reset()
          // Without labels a reset leaves a zero that was never measured.
          if (readings.length === 0 && labelNames.length === 0) gauge.remove()
          for (const { labels, value } of readings) gauge.set(labels, value)
        },
      })
    },
    exposition: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}

let processRegistry: Registry | undefined

/**
 * The metrics of the process, created once. The observers of its event loop and garbage collection run until the
 * process ends: one for each set of metrics would slow down everything, and keep each set, with all that its gauges
 * read, in memory.
 */
function ofProcess(): Registry {
  processRegistry ??= watchProcess()
  return processRegistry
}

function watchProcess(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return registry
}
