import type { Hono } from 'hono'
import type { DoorEnv } from './door.ts'

/** The methods of an address, beside HEAD, which is a GET without its body. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The methods that an address accepts; none for an unknown address. Where a route names the address itself, such as
 * `/order/create`, one with a parameter in that place does not count.
 */
export function methodsAt(app: Hono<DoorEnv>, path: string): readonly string[] {
  const routes = METHODS.flatMap((method) => routesAt(app, method, path))
  const named = routes.filter((route) => route.path === path)
  const methods = new Set((named.length > 0 ? named : routes).map(({ method }) => method))
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** The routes behind the door, which itself matches every method. */
function routesAt(app: Hono<DoorEnv>, method: string, path: string) {
  const [handlers] = app.router.match(method, path)
  return handlers.map(([[, route]]) => route).filter((route) => route.method === method)
}
