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

/**
 * How long sending the last spans may take when a program ends, milliseconds: an unavailable collector must not delay
 * that.
 */
const LAST_MS = 200

/**
 * Records spans and sends them to a collector by OTLP over HTTP. Only a trace's id decides whether it is kept:
 * otherwise an external caller could have everything kept, or nothing.
 * @param input.share of the traces, 0 to 1
 * @returns a function that ends it
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
          // An error's message may contain what must not be traced: its name is enough.
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
