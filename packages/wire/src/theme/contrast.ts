/** A colour as `#rrggbb`, by its parts from 0 to 255. */
type Parts = readonly [red: number, green: number, blue: number]

/** The contrast ratio of two opaque colours, from 1 to 21, by WCAG 2.2. */
export function contrast(a: string, b: string): number {
  return ratioOf(luminance(a), luminance(b))
}

/** The first colour with a share of the second, from 0 to 1. */
export function mixed(first: string, second: string, share: number): string {
  const other = partsOf(second)
  const parts = partsOf(first).map((part, index) => Math.round(part + ((other[index] ?? 0) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The colour nearest to the wanted one, made darker or lighter, with enough contrast to all of these; undefined where
 * there is none, because one of them is dark and another is light.
 */
export function readable(wanted: string, surfaces: readonly string[], least: number): string | undefined {
  const lights = surfaces.map(luminance)
  const isRead = (colour: string) => {
    const light = luminance(colour)
    return lights.every((other) => ratioOf(light, other) >= least)
  }
  if (isRead(wanted)) return wanted
  for (let step = 1; step <= STEPS; step += 1)
    for (const end of ['#000000', '#ffffff']) {
      const colour = mixed(wanted, end, step / STEPS)
      if (isRead(colour)) return colour
    }
  return undefined
}

/** Fine enough that no shade between two surfaces is skipped. */
const STEPS = 256

function ratioOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function partsOf(colour: string): Parts {
  const digits = colour.length < 6 ? colour.replace(/[\da-f]/gi, '$&$&') : colour
  const part = (index: number) => Number.parseInt(digits.slice(1 + 2 * index, 3 + 2 * index), 16)
  return [part(0), part(1), part(2)]
}
