import { formOf, type Arguments } from './arguments.ts'

/** How a command is called: its name, its words and its options; what may be left out stands in brackets. */
export function usageOf(command: {
  readonly name: string
  readonly words: Arguments
  readonly options: Arguments
}): string {
  const words = Object.values(command.words).map((word) => formOf(word).placeholder)
  const options = Object.entries(command.options).map(([name, option]) => {
    const { placeholder, takes, isRequired } = formOf(option)
    const value = { nothing: '', one: ` ${placeholder}`, many: ` ${placeholder} …` }[takes]
    return isRequired ? `--${name}${value}` : `[--${name}${value}]`
  })
  return [command.name, ...words, ...options].join(' ')
}
