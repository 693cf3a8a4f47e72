import { registerHooks } from 'node:module'

/*
 * Given to node by --import in the image, whose sources had their types stripped when it was built: node takes them as
 * JavaScript, although they keep their names, and never loads what strips types.
 */

registerHooks({
  load: (url, context, nextLoad) =>
    nextLoad(url, url.endsWith('.ts') ? { ...context, format: 'module' } : context),
})
