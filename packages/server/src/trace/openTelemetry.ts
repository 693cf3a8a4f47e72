import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { within } from '../http/within.ts'
import { VERSION } from '../version.ts'
import { keepSpans, type NewSpan, type Span, type Tracing } from './tracing.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** How long the last spans have to be sent when a program ends, milliseconds: a collector that is away keeps none from it. */
const LAST_MS = 200

/**
 * Keeps spans and sends them to a collector by OTLP over HTTP. Whether a trace is kept follows from its id alone: a caller
 * outside could otherwise have everything kept, or nothing.
 * @param input.share of the traces, 0 to 1
 * @returns what ends it
 */
export function openTelemetry(input: {
  readonly program: string
  readonly endpoint: string
  readonly headers: Record<string, string>
  readonly share: number
}): () => Promise<void> {
  const { program, endpoint, headers, share } = input
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `cambio-${program}`, 'service.version': VERSION }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  keepSpans(spansOf(provider))
  return async () => {
    keepSpans()
    await within(LAST_MS, provider.shutdown())
    context.disable()
    propagation.disable()
  }
}

function spansOf(provider: TracerProvider): Tracing {
  const tracer = provider.getTracer('cambio', VERSION)
  return {
    inSpan(begun, work) {
      const options = { kind: kinds[begun.kind], attributes: { ...begun.fields } }
      return tracer.startActiveSpan(begun.name, options, parentOf(begun), async (span) => {
        const shown: Span = {
          rename: (name) => void span.updateName(name),
          add: (fields) => void span.setAttributes({ ...fields }),
        }
        try {
          return await work(shown)
        } catch (error) {
          // An error's own message may hold what no trace may: its name says enough.
          const message = error instanceof Error ? error.name : typeof error
          span.setStatus({ code: SpanStatusCode.ERROR, message })
          throw error
        } finally {
          span.end()
        }
      })
    },
    traceparent() {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
  }
}

function parentOf({ parent }: NewSpan): Context {
  if (parent === undefined) return context.active()
  const named = propagation.extract(ROOT_CONTEXT, { traceparent: parent })
  return trace.getSpanContext(named) === undefined ? context.active() : named
}
