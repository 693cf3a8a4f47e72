const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/** The writing direction of a language, by its tag of one part. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language) ? 'rtl' : 'ltr'
}
