/*
 * An SVG can be a program as well as a picture. Only elements and attributes that draw are accepted; anything else is
 * refused. So nothing in a logo runs, is fetched or links anywhere.
 */

const elements = new Set(
  [
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan',
    'linearGradient radialGradient stop clipPath mask pattern style',
  ].flatMap((names) => names.split(' ')),
)

const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Why a file is not an SVG that only draws, as a sentence; undefined where it is one. */
export function objectionToSvg(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'It is neither a PNG, a WebP nor an SVG in UTF-8.'
  }
  const markup = withoutComments(text.replace(/^\s*<\?xml[^>]*\?>/, '')).trim()
  if (!markup.startsWith('<svg')) return 'It is neither a PNG, a WebP nor an SVG.'
  const open: string[] = []
  let at = 0
  while (at < markup.length) {
    TAG.lastIndex = at
    const [tag, close = '', name = '', attributes = '', selfClosed = ''] = TAG.exec(markup) ?? []
    if (tag === undefined) return `The SVG cannot be read at “${markup.slice(at, at + 20)}”.`
    if (!elements.has(name)) return `The SVG has the element ${name}, which is not taken.`
    const objection = objectionToAttributes(attributes)
    if (objection) return objection
    if (close && open.pop() !== name) return `The SVG closes ${name}, which is not open.`
    if (!close && !selfClosed) open.push(name)
    at += tag.length
    const end = markup.indexOf('<', at)
    const content = markup.slice(at, end === -1 ? undefined : end)
    if (open.at(-1) === 'style' && !isHarmlessStyle(content))
      return 'The SVG has a style that fetches something.'
    if (open.length === 0 && content.trim() !== '') return 'Something follows the SVG.'
    at += content.length
  }
  return open.length === 0 ? undefined : `The SVG does not close ${open.at(-1)}.`
}

/** Takes time in proportion to the text, however many comments begin and do not end. */
function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4)
    if (end === -1) return kept + text.slice(from)
    kept += text.slice(from, start)
    from = end + 3
  }
}

function objectionToAttributes(attributes: string): string | undefined {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? ''
    if (/^on/i.test(name)) return `The SVG has the attribute ${name}, which is not taken.`
    if (/(^|:)href$/i.test(name) && !/^#[\w-]+$/.test(value))
      return `The SVG refers to something outside it by ${name}.`
    if (!/^xmlns(:|$)/.test(name) && !isHarmlessStyle(value)) return `The SVG fetches something by ${name}.`
  }
  return undefined
}

/**
 * Whether a style refers only to parts of the picture. Escapes and entities are refused, since they could disguise a
 * reference.
 */
function isHarmlessStyle(text: string): boolean {
  return !/[\\&@]|script:|data:|expression/i.test(text) && !/url\((?!\s*['"]?#[\w-]+['"]?\s*\))/i.test(text)
}
