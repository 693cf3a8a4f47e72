import type { TraceSettings } from './traceSettings.ts'

/**
 * Begins to record spans if a collector is set, and returns the function that sends the rest and ends it. OpenTelemetry
 * is loaded only then, since it takes memory and time.
 */
export async function startTracing(program: string, settings: TraceSettings): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (endpoint === undefined) return async () => {}
  const { openTelemetry } = await import('./openTelemetry.ts')
  return openTelemetry({
    program,
    endpoint,
    headers: headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS?.reveal() ?? ''),
    share: settings.OTEL_TRACES_SAMPLER_ARG,
  })
}

/** Pairs in W3C Baggage's form, values percent-encoded. Source: OpenTelemetry protocol exporter, "Specifying headers". */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]]
  })
  return Object.fromEntries(pairs)
}
