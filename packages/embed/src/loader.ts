import { defineElement } from './element.ts'
import { mount as mountAt } from './mount.ts'
import type { Handle, Options } from './Options.ts'

/** The page's script: `window.Cambio.mount`, and `<cambio-widget>`. The exchange is at the script's own origin. */
const script = document.currentScript
const origin = script && 'src' in script ? new URL(script.src).origin : undefined

defineElement(origin)

export function mount(target: Element | string | null, options: Options): Handle {
  return mountAt(target, { ...options, baseUrl: options.baseUrl ?? origin })
}
