import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { pathRouter } from './pathRouter.ts'

/** The route that answered, with its parameters, and the middleware that ran. */
async function answered(app: Hono, method: string, path: string): Promise<string> {
  const response = await app.request(path, { method })
  return `${response.status} ${response.headers.get('x-passed') ?? '-'} ${await response.text()}`
}

function routed(app: Hono): Hono {
  app.use('/api/*', async (c, next) => {
    await next()
    c.header('x-passed', 'api')
  })
  app.get('/api/order/list', (c) => c.text('list'))
  app.get('/api/order/:id', (c) => c.text(`order ${c.req.param('id')}`))
  app.post('/api/order/:id', (c) => c.text(`changed ${c.req.param('id')}`))
  app.get('/api/:kind/:id/:part', (c) => c.text(`${c.req.param('kind')} ${c.req.param('part')}`))
  app.on(['GET', 'POST'], '/page', (c) => c.text(c.req.method))
  return app
}

describe('a path finds the route that Hono alone would find', () => {
  const calls = ['GET', 'POST', 'HEAD', 'DELETE'].flatMap((method) =>
    ['/api/order/list', '/api/order/7', '/api/order/7/8', '/page', '/pages', '/', '/api/order/list/'].map(
      (path) => [method, path] as const,
    ),
  )
  test.each(calls)('%s %s', async (method, path) => {
    const own = routed(new Hono({ router: pathRouter() }))
    const expected = await answered(routed(new Hono()), method, path)
    expect(await answered(own, method, path)).toBe(expected)
    expect(await answered(own, method, path)).toBe(expected)
  })

  test('a route that is added later is found as well', async () => {
    const app = routed(new Hono({ router: pathRouter() }))
    expect(await answered(app, 'GET', '/late')).toContain('404')
    app.get('/late', (c) => c.text('late'))
    expect(await answered(app, 'GET', '/late')).toBe('200 - late')
  })
})
