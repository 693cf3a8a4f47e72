import { loadIndex } from './searchIndex.js'

/** A link such as /docs#amount_out_of_bounds, which problems have as their type, leads to the page that has the place. */
export async function followOldLink() {
  const anchor = decodeURIComponent(window.location.hash.slice(1))
  if (anchor === '' || document.getElementById(anchor) || window.location.pathname !== '/docs') return
  const index = await loadIndex()
  const found = index.find(({ href }) => decodeURIComponent(href).endsWith(`#${anchor}`))
  if (found) window.location.replace(found.href)
}
