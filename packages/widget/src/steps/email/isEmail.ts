/**
 * Whether a text is an e-mail address as the wire's schema takes it; a test holds it to that. The schema's library would
 * be a large part of the later steps.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && pattern.test(text)
}

const pattern = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
