/**
 * Whether a setting has this name or is below it: `payin.card.serviceBps` is below `payin`. Without a name, all
 * settings are.
 */
export function isBelow(setting: string, name: string | undefined): boolean {
  return name === undefined || setting === name || setting.startsWith(`${name}.`)
}
