import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { missing, ownPolicy, readable, send, show, text } from '../../pages/answer.ts'
import type { GuideFiles } from '../../pages/guide/guideFiles.ts'
import { guideUnbuiltPage, guideUnbuiltScript } from '../../pages/guide/guideUnbuilt.ts'
import { applyPolicy } from '../../pages/policy.ts'

/** Mounts the guide for partners and operators: prebuilt pages that load nothing from other hosts. */
export function mountGuidePages(app: Hono<DoorEnv>, guide: GuideFiles): void {
  app.get(pages.guide, (c) => c.redirect(`${pages.guide}/`, 308))
  // The guide's generator puts the guide's address in front of the link to the reference in its head.
  app.get(`${pages.guide}${pages.docs}`, (c) => c.redirect(pages.docs, 308))

  app.get('/pages/guideUnbuilt.js', (c) => text(c, 'text/javascript', guideUnbuiltScript))

  app.get(`${pages.guide}/*`, readable, async (c) => {
    const path = c.req.path.slice(pages.guide.length + 1)
    const file = await guide.find(path)
    if (file === 'unbuilt') {
      c.status(503)
      c.header('Retry-After', '2')
      return show(c, guideUnbuiltPage(), { ...ownPolicy, 'connect-src': ["'self'"] })
    }
    if (file === undefined) return missing(c)
    // Everything in this folder is named by its content.
    if (path.startsWith('assets/')) c.header('Cache-Control', 'public, max-age=31536000, immutable')
    if (file.type.startsWith('text/html'))
      applyPolicy(c, {
        'script-src': ["'self'", ...file.scripts],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
      })
    return send(c, file)
  })
}
