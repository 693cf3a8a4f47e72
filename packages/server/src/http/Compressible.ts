import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { once } from '../once.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A body as browsers accept it. It is compressed, and cached, when a browser first asks for that: compressing every
 * file at the start takes a tenth of a second and 20 MB, mostly for files that are never requested.
 */
export type Compressible = {
  readonly plain: Bytes
  readonly gzip: () => Promise<Bytes>
  readonly br: () => Promise<Bytes>
}

/** @param br the compressed body; by default it is compressed as far as possible */
export function compressible(plain: Bytes, br?: Bytes): Compressible {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  return {
    plain,
    gzip: once(() => promisify(gzip)(plain, { level: 9 })),
    br: once(async () => br ?? (await promisify(brotliCompress)(plain, { params }))),
  }
}
