import product from '../../../package.json' with { type: 'json' }

/** The product's version, of all its programs. It is written in the repository's package.json alone. */
export const VERSION: string = product.version
