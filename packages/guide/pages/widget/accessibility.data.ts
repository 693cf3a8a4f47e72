import { readFile } from 'node:fs/promises'

/** What `pnpm sim:widget` found on every screen of the widget. */
type Found = {
  /** The version of axe. */
  readonly axe: string
  readonly looks: { readonly schemes: readonly string[]; readonly languages: readonly string[] }
  readonly clauses: readonly {
    readonly clause: string
    readonly rules: readonly string[]
    readonly screens: number
  }[]
  readonly screens: readonly {
    readonly screen: string
    readonly spoken: readonly string[]
    /** What live regions announced on the way to the screen. */
    readonly announced: readonly string[]
  }[]
}

/** The clauses of EN 301 549 by the names of WCAG's success criteria that they take over. */
const names: { readonly [clause: string]: string } = {
  '9.1.1.1': 'Non-text content',
  '9.1.2.1': 'Audio-only and video-only',
  '9.1.2.2': 'Captions',
  '9.1.3.1': 'Info and relationships',
  '9.1.3.4': 'Orientation',
  '9.1.3.5': 'Identify input purpose',
  '9.1.4.1': 'Use of colour',
  '9.1.4.2': 'Audio control',
  '9.1.4.3': 'Contrast',
  '9.1.4.4': 'Resize text',
  '9.1.4.12': 'Text spacing',
  '9.2.1.1': 'Keyboard',
  '9.2.1.3': 'Keyboard (no exception)',
  '9.2.2.1': 'Timing adjustable',
  '9.2.2.2': 'Pause, stop, hide',
  '9.2.4.1': 'Bypass blocks',
  '9.2.4.2': 'Page titled',
  '9.2.4.4': 'Link purpose',
  '9.2.5.3': 'Label in name',
  '9.2.5.8': 'Target size',
  '9.3.1.1': 'Language of page',
  '9.3.1.2': 'Language of parts',
  '9.3.3.2': 'Labels or instructions',
  '9.4.1.2': 'Name, role, value',
}

type Statement = {
  readonly axe: string
  readonly looks: number
  readonly clauses: readonly { clause: string; name: string; rules: string; checked: number }[]
  readonly screens: readonly { name: string; spoken: readonly string[]; announced: readonly string[] }[]
}

/** The statement's figures and what was read out, for VitePress. */
export default {
  watch: ['./accessibility.json'],
  async load(): Promise<Statement> {
    const file = new URL('accessibility.json', import.meta.url)
    const { axe, looks, clauses, screens } = JSON.parse(await readFile(file, 'utf8')) as Found
    return {
      axe,
      looks: looks.schemes.length * looks.languages.length,
      clauses: clauses.map(({ clause, rules, screens: checked }) => ({
        clause,
        name: nameOf(clause),
        rules: rules.join(', '),
        checked,
      })),
      screens: screens.map(({ screen, ...heard }) => ({ name: screen.replaceAll('-', ' '), ...heard })),
    }
  },
}

function nameOf(clause: string): string {
  const name = names[clause]
  if (name === undefined) throw new Error(`Clause ${clause} has no name in accessibility.data.ts`)
  return name
}

export declare const data: Statement
