const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/** Which way a language is written, by its tag of one part. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language) ? 'rtl' : 'ltr'
}
