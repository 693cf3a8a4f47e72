/**
 * Whether a text is an e-mail address by the wire's schema; a test compares the two. The schema's library would be a
 * large part of the later steps.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && pattern.test(text)
}

const pattern = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
