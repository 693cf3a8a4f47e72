/** The time, as passed to everything that depends on it; tests and the simulator pass their own. */
export type Clock = { now(): Date }

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() }
