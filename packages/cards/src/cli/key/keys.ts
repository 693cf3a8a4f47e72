/** The subject of the acts on keys, as they are recorded. */
export const KEYS = 'key-encryption keys'
