import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import { httpUrl, variable } from '../settings/environment.ts'
import { Secret } from '../settings/Secret.ts'

const share = variable('a share from 0 to 1, such as 0.1', (text) =>
  /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Number(text) : undefined,
)

const headers = variable(
  'names and values such as authorization=Basic%20abc, with commas between them',
  (text) => (text.split(',').every((pair) => /^\s*[\w-]+\s*=[^=]/.test(pair)) ? new Secret(text) : undefined),
)

/** The destination of traces, under OpenTelemetry's names for these variables. */
export const traceVariables = {
  /** The collector that receives OTLP over HTTP; unset: no traces are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpUrl),
  /** Headers for the collector, such as its key. */
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(headers),
  /** The share of traces that is kept. */
  OTEL_TRACES_SAMPLER_ARG: byDefault(share, 1),
}

const TraceSettings = z.object(traceVariables)
export type TraceSettings = z.output<typeof TraceSettings>
