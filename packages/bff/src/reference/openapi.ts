import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Contract } from '@cambio/wire/http/route.ts'
import { callers } from '../callers/callers.ts'
import { schemasOf } from './components.ts'
import { operation } from './operation.ts'
import { statuses, subStatuses } from './statuses.ts'
import { webhooks, webhookSchemes } from './webhooks.ts'

type Json = Record<string, unknown>
type At = { readonly baseUrl: string; readonly version: string }

const { widget, ...others } = contract

/** What partners, their clients and anyone may call, as OpenAPI 3.1: the same schemas that validate. */
export function openapi(at: At): Json {
  return document(at, {
    title: 'Cambio',
    about: `The exchange: prices, orders and widget requests. How to sign and what may fail: ${pages.docs}. What the widget itself calls: ${pages.openapiWidget}.`,
    groups: others,
    webhooks: webhooks(),
    schemes: webhookSchemes,
  })
}

/** The widget's own routes, for information: they change with the widget, and nothing else should be built on them. */
export function openapiOfWidget(at: At): Json {
  return document(at, {
    title: 'Cambio widget',
    about: `What the widget calls, on the exchange's own origin. It changes with the widget: build on ${pages.openapi} instead.`,
    groups: { widget },
    webhooks: undefined,
    schemes: {},
  })
}

function document(
  { baseUrl, version }: At,
  parts: { title: string; about: string; groups: Contract; webhooks: Json | undefined; schemes: Json },
): Json {
  const paths = pathsOf(parts.groups)
  const calls = { paths, ...(parts.webhooks && { webhooks: parts.webhooks }) }
  return {
    openapi: '3.1.0',
    info: {
      title: parts.title,
      version,
      description: `${parts.about}\n\n${statusList()}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    ...calls,
    components: {
      securitySchemes: { ...schemesOf(parts.groups), ...parts.schemes },
      schemas: schemasOf(calls),
    },
  }
}

function pathsOf(groups: Contract): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [group, routes] of Object.entries(groups))
    for (const [name, route] of Object.entries(routes))
      paths[route.path] = {
        ...paths[route.path],
        [route.method.toLowerCase()]: operation(group, name, route),
      }
  return paths
}

/** The schemes by which the callers of these routes are recognised. */
function schemesOf(groups: Contract): Json {
  const names = Object.values(groups).flatMap((routes) => Object.values(routes).map(({ caller }) => caller))
  return Object.assign({}, ...names.map((name) => callers[name].reference.schemes))
}

function statusList(): string {
  const lines = Object.entries({ ...statuses, ...subStatuses }).map(
    ([name, about]) => `- \`${name}\`: ${about}`,
  )
  return `Order statuses, and what a pending order waits for:\n\n${lines.join('\n')}`
}
