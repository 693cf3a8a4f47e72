import type { Plugin } from 'vite'

/** What the widget says everything by. Its build has what this uses of Lingui, and nothing else may use it. */
const user = '/wire/src/language/sayer.ts'

/** Informs of another language, keeps values that all messages have, and formats what is no message. */
const methods = ['on', 'removeListener', 'setVariable', 'setVariables', 'loadAndActivate', 'date', 'number']
/** No message has one of these: the build refuses what is neither text with names in it nor one plural. */
const formats = ['selectordinal', 'select', 'number', 'date', 'time']

const cuts = [
  ...methods.map((name) => new RegExp(`\\n  ${name}\\([^\\n]*\\) \\{\\n[^]*?\\n  \\}`)),
  ...formats.map((name) => new RegExp(`\\n    ${name}: [^]*?(?=\\n    \\w+: |\\n  \\};)`)),
  // Lingui's own speaker.
  /const i18n = setupI18n\(\);/,
  / i18n,(?= setupI18n)/,
  // What it says to whoever names no language, or does not compile: both are done here.
  /(?<=throw new Error\()\s*"Lingui: .*\s*(?=\))/,
  /(?<=console\.warn\()`Uncompiled[^`]*`/,
]

/**
 * Lingui is one class, of which a build keeps everything. A file that uses Lingui in another way does not build, and neither
 * does a Lingui that is written in another way.
 */
export function lessLingui(): Plugin {
  return {
    name: 'less-lingui',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/@lingui/core/dist/index.mjs'))
        return cuts.reduce((lingui, cut) => {
          const less = lingui.replace(cut, '')
          if (less === lingui) this.error(`Lingui has no ${cut.source} that could be left out`)
          return less
        }, code)
      if (/['"]@lingui\/core['"]/.test(code) && !id.endsWith(user))
        this.error(`${id} uses Lingui, of which the widget has only what ${user} uses`)
      return null
    },
  }
}
