import product from '../../../package.json' with { type: 'json' }

/** The version of the product and all its programs, from the repository's package.json. */
export const VERSION: string = product.version
