export { contract } from '@cambio/wire/contract.ts'
export { verifyCallback, type Callback, type Verified } from './callback.ts'
export type { Open, OtherCallback } from './Open.ts'
export { createPartner, NoAnswer, type Partner, type ProblemCode, ProblemError } from './client.ts'
