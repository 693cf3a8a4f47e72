import styles from './Flag.module.css'

/** A country's flag where the device has one to draw, else the country's code. It adds nothing to the country's name. */
export function Flag({ code }: { code: string }) {
  const isDrawn = hasFlags()
  return (
    <span className={styles['flag']} data-drawn={isDrawn} aria-hidden="true">
      {isDrawn ? flagOf(code) : code}
    </span>
  )
}

/** The code in letters of which a font with flags makes one sign. */
function flagOf(code: string): string {
  return String.fromCodePoint(...Array.from(code, (letter) => 0x1f1a5 + letter.charCodeAt(0)))
}

let known: boolean | undefined

/** Whether a pair of such letters is as wide as one of them; Windows has no flags and draws both letters. */
function hasFlags(): boolean {
  if (known !== undefined) return known
  const widthOf = (text: string) =>
    document.createElement('canvas').getContext('2d')?.measureText(text).width ?? 0
  known = widthOf(flagOf('DE')) < 1.5 * widthOf(flagOf('D'))
  return known
}
