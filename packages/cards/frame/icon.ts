type Shape = readonly [
  name: 'rect' | 'circle' | 'path' | 'text',
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
]

/** A decorative picture out of plain shapes. */
export function icon(shapes: readonly Shape[]): SVGSVGElement {
  const picture = document.createElementNS(svg, 'svg')
  picture.setAttribute('viewBox', '0 0 36 24')
  picture.setAttribute('aria-hidden', 'true')
  picture.setAttribute('focusable', 'false')
  for (const [name, attributes, text = ''] of shapes) {
    const shape = document.createElementNS(svg, name)
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value))
    shape.append(text)
    picture.append(shape)
  }
  return picture
}

const svg = 'http://www.w3.org/2000/svg'

const sheet: Shape = [
  'rect',
  { x: 0.5, y: 0.5, width: 35, height: 23, rx: 3.5, fill: '#fff', stroke: '#d9dce3' },
]

export const brandShapes = {
  none: [
    [
      'rect',
      { x: 2, y: 2, width: 32, height: 20, rx: 3, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 },
    ],
    ['path', { d: 'M2 8h32', stroke: 'currentColor', 'stroke-width': 3 }],
    ['path', { d: 'M6 17h8', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-linecap': 'round' }],
  ],
  Visa: [
    sheet,
    [
      'text',
      {
        x: 18,
        y: 16,
        fill: '#1a1f71',
        'text-anchor': 'middle',
        'font-family': 'Arial, Helvetica, sans-serif',
        'font-size': 11,
        'font-style': 'italic',
        'font-weight': 800,
      },
      'VISA',
    ],
  ],
  MasterCard: [
    sheet,
    ['circle', { cx: 14, cy: 12, r: 6.5, fill: '#eb001b' }],
    ['circle', { cx: 22, cy: 12, r: 6.5, fill: '#f79e1b' }],
    ['path', { d: 'M18 6.87a6.5 6.5 0 0 1 0 10.26a6.5 6.5 0 0 1 0-10.26z', fill: '#ff5f00' }],
  ],
} as const satisfies Record<string, readonly Shape[]>

/** The back of a card with the code marked. */
export const codeShapes: readonly Shape[] = [
  ...brandShapes.none.slice(0, 2),
  ['circle', { cx: 28, cy: 16, r: 4.5, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.25 }],
  [
    'path',
    {
      d: 'M25.9 16h.01M28 16h.01M30.1 16h.01',
      stroke: 'currentColor',
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
    },
  ],
]
