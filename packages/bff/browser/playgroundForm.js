/** @typedef {string | { [name: string]: Parameter }} Parameter */

/** Sets the parameters to these and leaves the others empty. @param {HTMLFormElement} form @param {URLSearchParams} values */
export function fill(form, values) {
  for (const input of inputs(form)) {
    if (input.name === 'preset') continue
    const value = values.get(input.name)
    if (value !== null) input.value = value
    else if ('parameter' in input.dataset) input.value = ''
  }
}

/** What a link says of the form: everything in it that is not empty. @param {HTMLFormElement} form */
export function valuesOf(form) {
  const values = inputs(form).filter(({ name, value }) => name !== 'preset' && value !== '')
  return new URLSearchParams(values.map(({ name, value }) => [name, value]))
}

/** The parameters of the request, as they are typed. @param {HTMLFormElement} form @returns {Record<string, Parameter>} */
export function parametersOf(form) {
  /** @type {Record<string, Parameter>} */
  const parameters = {}
  for (const { name, value, dataset } of inputs(form)) {
    if (!('parameter' in dataset) || value.trim() === '') continue
    if (name === 'metadata') parameters[name] = metadataOf(value)
    else put(parameters, name.split('.'), value.trim())
  }
  return parameters
}

/** What of the outside world is to fail. @param {HTMLFormElement} form @returns {Record<string, string>} */
export function faultsOf(form) {
  const chosen = inputs(form).filter(({ name, value }) => name.startsWith('fault.') && value !== '')
  return Object.fromEntries(chosen.map(({ name, value }) => [name.slice('fault.'.length), value]))
}

/** @param {HTMLFormElement} form */
function inputs(form) {
  return [...form.elements].filter(
    (element) =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement,
  )
}

/** Puts a value where its name leads: `theme.tokens.accent` into the tokens of the theme. @param {Record<string, Parameter>} parameters @param {string[]} path @param {string} value */
function put(parameters, [first = '', ...rest], value) {
  if (rest.length === 0) {
    parameters[first] = value
    return
  }
  const part = parameters[first]
  const inner = typeof part === 'object' ? part : {}
  parameters[first] = inner
  put(inner, rest, value)
}

/** Notes, one on each line: a key, an equals sign and a value. @param {string} text */
function metadataOf(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [key = '', ...value] = line.split('=')
      return [key.trim(), value.join('=').trim()]
    }),
  )
}
