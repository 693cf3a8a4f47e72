/** The time, as everything that decides by it is given it; tests and the simulator bring their own. */
export type Clock = { now(): Date }

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() }
