/** Whether a setting has a name, or one below it: `payin.card.serviceBps` is below `payin`. Without one, all are. */
export function isBelow(setting: string, name: string | undefined): boolean {
  return name === undefined || setting === name || setting.startsWith(`${name}.`)
}
