import { readdir, readFile } from 'node:fs/promises'
import { matchesGlob } from 'node:path'
import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'

const packages = new URL('../../packages/', import.meta.url)

test('the guide lists each script that a purchase loads or could load, and no other', async ({
  shop,
  page,
}) => {
  const loaded = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && loaded.add(request.url()))
  const { widget } = await shop.buyAtPayment()
  await widget.pay('Success')
  await widget.outcome(/^You received/)

  const guide = await readFile(new URL('guide/pages/widget/scripts.md', packages), 'utf8')
  const rows = [...guide.matchAll(/^\| `(\/\S+)` +\| (exchange|card form) /gm)]
  const listed = rows.map(([, path = '', origin]) => ({
    path,
    origin: origin === 'exchange' ? addresses.exchange : addresses.cards,
  }))
  const rowsOf = (url: URL) =>
    listed.filter(({ path, origin }) => origin === url.origin && matchesGlob(url.pathname, path))
  const foreign = [...loaded].map((url) => new URL(url)).filter(({ origin }) => origin !== addresses.shop)
  expect(foreign.length).toBeGreaterThan(4)
  const built = [
    ...(await builtIn('widget/dist/assets/', `${addresses.exchange}/widget/assets/`)),
    ...(await builtIn('cards/dist/frame/assets/', `${addresses.cards}/fields/assets/`)),
  ]
  for (const url of [...foreign, ...built]) expect([url.href, rowsOf(url).length]).toEqual([url.href, 1])
  const isBuilt = ({ path }: { path: string }) => built.some(({ pathname }) => matchesGlob(pathname, path))
  expect(listed.filter((row) => !isBuilt(row)).map(({ path }) => path)).toEqual([
    '/embed/v1/loader.js',
    '/embed/v1/loader-*.js',
  ])
})

/** The addresses of the scripts in a folder of a build. */
async function builtIn(folder: string, served: string): Promise<URL[]> {
  const names = await readdir(new URL(folder, packages))
  return names.filter((name) => name.endsWith('.js')).map((name) => new URL(name, served))
}
