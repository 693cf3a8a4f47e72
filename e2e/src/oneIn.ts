/** Of so many alike one is looked at; `pnpm sim:pages` looks at each. */
export const ONE_IN = Number(process.env['ONE_IN'] ?? 20)

/** Whether everything is looked at, however long that takes. */
export const isWhole = ONE_IN === 1
