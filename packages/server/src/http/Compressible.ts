import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { once } from '../once.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A body as browsers take it. It is compressed when a browser first asks for it so, and kept: to do that with every file
 * at a start takes a tenth of a second and 20 MB, most of it for what nobody asks for.
 */
export type Compressible = {
  readonly plain: Bytes
  readonly gzip: () => Promise<Bytes>
  readonly br: () => Promise<Bytes>
}

/** @param br what was compressed before; left out: it is made as small as it gets */
export function compressible(plain: Bytes, br?: Bytes): Compressible {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  return {
    plain,
    gzip: once(() => promisify(gzip)(plain, { level: 9 })),
    br: once(async () => br ?? (await promisify(brotliCompress)(plain, { params }))),
  }
}
